// A form of whole numbers, each saved in its section of the settings.
import type { Settings } from '#shared/schemas/settings'
import { SaveRow, TextField, toNumber } from './FormParts'
import { useSettingsForm } from './settings-form'

interface NumbersFormProps {
  readonly settings: Settings
  /** Names the draft. */
  readonly form: string
  readonly label: string
  /** The label is shown above the fields. */
  readonly isTitled?: boolean
  readonly fields: readonly NumberField[]
  readonly unit: string
  readonly saveLabel: string
}

type NumberField =
  | { readonly section: 'limits'; readonly name: keyof Settings['limits']; readonly label: string }
  | {
      readonly section: 'network'
      readonly name: 'connectSeconds' | 'silenceSeconds'
      readonly label: string
    }

type Texts = Readonly<Record<NumberField['name'], string>>

export function NumbersForm(props: NumbersFormProps) {
  const { settings, label, isTitled = false, fields, unit, saveLabel } = props
  const values = { ...settings.network, ...settings.limits }
  const form = useSettingsForm({
    form: props.form,
    // No other names than those of the fields are read.
    saved: Object.fromEntries(fields.map(({ name }) => [name, String(values[name])])) as Texts,
    pathOf: (name) => `${fields.find((field) => field.name === name)?.section}.${name}`,
    toPatch: (texts) => {
      const inSection = (section: NumberField['section']) =>
        fields.filter((field) => field.section === section)
      const toNumbers = (of: readonly NumberField[]) =>
        Object.fromEntries(of.map(({ name }) => [name, toNumber(texts[name])]))
      const [limits, network] = [inSection('limits'), inSection('network')]
      return {
        ...(limits.length > 0 && { limits: { ...settings.limits, ...toNumbers(limits) } }),
        ...(network.length > 0 && { network: { ...settings.network, ...toNumbers(network) } }),
      }
    },
  })
  return (
    <form aria-label={label} onSubmit={form.submit} noValidate className="flex flex-col gap-2">
      {isTitled && <h3 className="font-medium text-soft text-sm">{label}</h3>}
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        {fields.map((field) => (
          <div key={field.name} className="w-40">
            <TextField
              label={field.label}
              {...form.field(field.name)}
              inputMode="numeric"
              className="max-w-24 font-mono text-sm"
              actions={<span className="text-faint text-sm">{unit}</span>}
            />
          </div>
        ))}
      </div>
      <SaveRow form={form} label={saveLabel} />
    </form>
  )
}
