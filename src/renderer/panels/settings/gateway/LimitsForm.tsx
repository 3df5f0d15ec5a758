// How large a body may be.
import type { FormEvent } from 'react'
import type { GatewayLimits } from '#shared/schemas/settings'
import { Button } from '../../../components/Button'
import { SavedMark } from '../../../components/SavedMark'
import { NumberField } from '../NumberField'
import { readNumber } from '../read-number'
import { useFormDraft } from '../use-form-draft'
import { useUpdateSettings } from '../use-update-settings'

const fields = [
  { name: 'jsonMegabytes', label: 'Largest JSON body' },
  { name: 'audioMegabytes', label: 'Largest audio file' },
] as const

export function LimitsForm({ limits }: { limits: GatewayLimits }) {
  const kept = { jsonMegabytes: String(limits.jsonMegabytes), audioMegabytes: String(limits.audioMegabytes) }
  const { texts, isChanged, write, discard } = useFormDraft('limits', kept)
  const { update, reset, pending, saved, errors, failure } = useUpdateSettings(['limits'])
  const save = (event: FormEvent) => {
    event.preventDefault()
    const [jsonMegabytes, audioMegabytes] = [
      readNumber(texts.jsonMegabytes),
      readNumber(texts.audioMegabytes),
    ]
    update({ limits: { ...limits, jsonMegabytes, audioMegabytes } }, { onSuccess: discard })
  }
  return (
    <form aria-label="Limits" onSubmit={save} noValidate className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        {fields.map(({ name, label }) => (
          <NumberField
            key={name}
            label={label}
            unit="MB"
            value={texts[name]}
            error={errors[`limits.${name}`]}
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
          Save limits
        </Button>
        <SavedMark saved={saved && !isChanged} />
      </div>
    </form>
  )
}
