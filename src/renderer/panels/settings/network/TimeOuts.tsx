// How long a connection, an answer and a silence within one may take.
import type { FormEvent } from 'react'
import type { Settings } from '#shared/schemas/settings'
import { Button } from '../../../components/Button'
import { SavedMark } from '../../../components/SavedMark'
import { NumberField } from '../NumberField'
import { readNumber } from '../read-number'
import { useFormDraft } from '../use-form-draft'
import { useUpdateSettings } from '../use-update-settings'

const fields = [
  { name: 'connectSeconds', label: 'To connect', path: 'network.connectSeconds' },
  { name: 'upstreamSeconds', label: 'To begin an answer', path: 'limits.upstreamSeconds' },
  { name: 'silenceSeconds', label: 'Silence in mid-answer', path: 'network.silenceSeconds' },
] as const

export function TimeOuts({ settings: { network, limits } }: { settings: Settings }) {
  const kept = {
    connectSeconds: String(network.connectSeconds),
    upstreamSeconds: String(limits.upstreamSeconds),
    silenceSeconds: String(network.silenceSeconds),
  }
  const { texts, isChanged, write, discard } = useFormDraft('time-outs', kept)
  const { update, reset, pending, saved, errors, failure } = useUpdateSettings(fields.map(({ path }) => path))
  const save = (event: FormEvent) => {
    event.preventDefault()
    const connectSeconds = readNumber(texts.connectSeconds)
    const silenceSeconds = readNumber(texts.silenceSeconds)
    const upstreamSeconds = readNumber(texts.upstreamSeconds)
    update(
      { network: { ...network, connectSeconds, silenceSeconds }, limits: { ...limits, upstreamSeconds } },
      { onSuccess: discard },
    )
  }
  return (
    <form aria-label="Time-outs" onSubmit={save} noValidate className="flex flex-col gap-2">
      <h3 className="font-medium text-soft text-sm">Time-outs</h3>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        {fields.map(({ name, label, path }) => (
          <NumberField
            key={name}
            label={label}
            unit="seconds"
            value={texts[name]}
            error={errors[path]}
            onChange={(text) => {
              write(name, text)
              reset()
            }}
          />
        ))}
      </div>
      {failure && <p className="text-danger text-sm">{failure}</p>}
      <div className="flex items-center gap-3">
        <Button type="submit" disabled={pending || !isChanged}>
          Save time-outs
        </Button>
        <SavedMark saved={saved && !isChanged} />
      </div>
    </form>
  )
}
