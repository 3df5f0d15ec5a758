// How much the request log stores.
import type { Settings } from '#shared/schemas/settings'
import { Switch } from '../../../components/Switch'
import { SaveRow, TextField, toNumber } from '../FormParts'
import { Setting } from '../Setting'
import { useSettingsForm, useUpdateSettings } from '../settings-form'

const fields = [
  { name: 'maxRows', label: 'Max requests', unit: 'requests' },
  { name: 'maxDays', label: 'Max age', unit: 'days' },
  { name: 'maxMegabytes', label: 'Max size', unit: 'MB' },
] as const

export function RequestLogForm({ settings }: { settings: Settings }) {
  const saved = settings.requestLog
  const form = useSettingsForm({
    form: 'requestLog',
    saved: {
      maxRows: String(saved.maxRows),
      maxDays: String(saved.maxDays),
      maxMegabytes: String(saved.maxMegabytes),
    },
    pathOf: (field) => `requestLog.${field}`,
    toPatch: ({ maxRows, maxDays, maxMegabytes }) => ({
      requestLog: {
        ...saved,
        maxRows: toNumber(maxRows),
        maxDays: toNumber(maxDays),
        maxMegabytes: toNumber(maxMegabytes),
      },
    }),
  })
  const { update, failure } = useUpdateSettings()
  return (
    <form aria-label="Request log" onSubmit={form.submit} noValidate className="flex flex-col gap-3">
      <Setting id="request-log" settings={settings} className="gap-3">
        <div className="flex flex-col gap-0.5">
          <h3 className="font-medium text-soft text-sm">Request log</h3>
          <p className="text-faint text-sm">
            The oldest requests are deleted beyond these limits. Beyond the size, only their headers, bodies,
            and media are.
          </p>
        </div>
        <div className="flex flex-wrap gap-x-6 gap-y-3">
          {fields.map(({ name, label, unit }) => (
            <div key={name} className="w-44">
              <TextField
                label={label}
                {...form.field(name)}
                inputMode="numeric"
                className="max-w-24 font-mono text-sm"
                actions={<span className="text-faint text-sm">{unit}</span>}
              />
            </div>
          ))}
        </div>
        <SaveRow form={form} label="Save log limits" />
      </Setting>
      <Setting id="log-bodies" settings={settings}>
        <Switch
          label="Log bodies"
          hint="Turn this off to log only headers, sizes, and times. It takes effect with the next request."
          checked={saved.bodies}
          onChange={(bodies) => update({ requestLog: { ...saved, bodies } })}
        />
      </Setting>
      {failure && <p className="text-danger text-sm">{failure}</p>}
    </form>
  )
}
