// A setting with the control that the table gives it: a switch, radio cards, or a form of numbers.
import type { ReactNode } from 'react'
import type { Settings } from '#shared/schemas/settings'
import { Notice } from '../../components/Notice'
import { RadioCards } from '../../components/RadioCards'
import { Switch } from '../../components/Switch'
import { SaveRow, TextField, toNumber } from './FormParts'
import { Setting } from './Setting'
import { changeFields, listPaths, readField } from './setting-defaults'
import { useSettingsForm, useUpdateSettings } from './settings-form'
import { findSetting, type NumberFields, type SettingEntry } from './settings-table'

interface TableSettingProps {
  readonly id: string
  readonly settings: Settings
  readonly disabled?: boolean
  readonly className?: string
  /** Below the control. */
  readonly children?: ReactNode
}

export function TableSetting({
  id,
  settings,
  disabled = false,
  className = '',
  children,
}: TableSettingProps) {
  const entry = findSetting(id)
  return (
    <Setting id={id} settings={settings} className={className}>
      {entry.numbers ? (
        <NumbersForm entry={entry} numbers={entry.numbers} settings={settings} />
      ) : (
        <Choice entry={entry} settings={settings} disabled={disabled} />
      )}
      {children}
    </Setting>
  )
}

interface ControlProps {
  readonly entry: SettingEntry
  readonly settings: Settings
}

function Choice({ entry, settings, disabled }: ControlProps & { readonly disabled: boolean }) {
  const { update, failure } = useUpdateSettings()
  const { label, switchHint, choices = [] } = entry
  const [path = ''] = listPaths(entry)
  const value = readField(settings, path)
  const change = (next: unknown) => update(changeFields(settings, { [path]: next }))
  return (
    <>
      {switchHint !== undefined ? (
        <Switch
          label={label}
          hint={switchHint}
          checked={value === true}
          disabled={disabled}
          onChange={change}
        />
      ) : (
        <>
          {/* The radio group has the same accessible name. */}
          <p aria-hidden="true" className="font-medium text-soft text-sm">
            {label}
          </p>
          <RadioCards label={label} value={String(value)} choices={choices} onChange={change} />
        </>
      )}
      {failure && <Notice tone="danger" title={failure} />}
    </>
  )
}

/** Whole numbers with their units. */
function NumbersForm({ entry, numbers, settings }: ControlProps & { readonly numbers: NumberFields }) {
  const { id, label } = entry
  const { hint = '', saveLabel } = numbers
  const fields = Object.entries(numbers.fields)
  const form = useSettingsForm({
    form: id,
    saved: Object.fromEntries(fields.map(([path]) => [path, String(readField(settings, path))])),
    pathOf: (path) => path,
    toPatch: (texts) =>
      changeFields(
        settings,
        Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, toNumber(text)])),
      ),
  })
  // The label of a single field says it all.
  const isTitled = fields.length > 1
  return (
    <form aria-label={label} onSubmit={form.submit} noValidate className="flex flex-col gap-2">
      {isTitled && <h3 className="font-medium text-soft text-sm">{label}</h3>}
      {isTitled && hint && <p className="text-faint text-sm">{hint}</p>}
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        {fields.map(([path, [fieldLabel, unit]]) => (
          <div key={path} className={isTitled ? 'w-44' : ''}>
            <TextField
              label={fieldLabel}
              hint={isTitled ? undefined : hint}
              {...form.field(path)}
              value={form.texts[path] ?? ''}
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
