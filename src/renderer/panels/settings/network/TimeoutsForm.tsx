// How long a connection, the start of a response and a pause within one may take.
import type { Settings } from '#shared/schemas/settings'
import { NumberField, SaveRow, toNumber } from '../FormParts'
import { useSettingsForm } from '../settings-form'

const fields = [
  { name: 'connectSeconds', label: 'To connect' },
  { name: 'upstreamSeconds', label: 'To begin an answer' },
  { name: 'silenceSeconds', label: 'Silence in mid-answer' },
] as const

export function TimeoutsForm({ settings: { network, limits } }: { settings: Settings }) {
  const form = useSettingsForm({
    form: 'time-outs',
    saved: {
      connectSeconds: String(network.connectSeconds),
      upstreamSeconds: String(limits.upstreamSeconds),
      silenceSeconds: String(network.silenceSeconds),
    },
    pathOf: (field) => `${field === 'upstreamSeconds' ? 'limits' : 'network'}.${field}`,
    toPatch: ({ connectSeconds, upstreamSeconds, silenceSeconds }) => ({
      network: {
        ...network,
        connectSeconds: toNumber(connectSeconds),
        silenceSeconds: toNumber(silenceSeconds),
      },
      limits: { ...limits, upstreamSeconds: toNumber(upstreamSeconds) },
    }),
  })
  return (
    <form aria-label="Time-outs" onSubmit={form.submit} noValidate className="flex flex-col gap-2">
      <h3 className="font-medium text-soft text-sm">Time-outs</h3>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        {fields.map(({ name, label }) => (
          <NumberField key={name} label={label} unit="seconds" {...form.field(name)} />
        ))}
      </div>
      <SaveRow form={form} label="Save time-outs" />
    </form>
  )
}
