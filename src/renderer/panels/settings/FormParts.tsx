// Parts of the forms in Settings: a section, fields, and the row that saves.
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, type ReactNode, useId } from 'react'
import { queries } from '../../api/desktop'
import { Button } from '../../components/Button'
import { Field } from '../../components/Field'
import { formatPlural } from '../../components/format'
import { joinClasses } from '../../components/join-classes'
import { Notice } from '../../components/Notice'
import { SavedIndicator } from '../../components/SavedIndicator'
import { TextInput } from '../../components/TextInput'
import { type SectionId, useSettingsView } from '../../state/settings-view'
import { resetSettings } from './Setting'
import { isChanged } from './setting-defaults'
import { settingsIndex } from './settings-index'

interface SectionProps {
  readonly id: SectionId
  readonly title: string
  readonly description: string
  readonly children: ReactNode
}

export function Section({ id, title, description, children }: SectionProps) {
  const heading = useId()
  const isHidden = useSettingsView(({ found }) => found !== null && !found.sections.includes(id))
  return (
    <section
      id={id}
      hidden={isHidden}
      aria-labelledby={heading}
      className="not-[[hidden]]:flex [&_[data-filtered]]:hidden scroll-mt-10 flex-col gap-5 border-line border-b py-8 last:border-b-0 min-[1000px]:scroll-mt-0"
    >
      <div className="flex items-start justify-between gap-3">
        <div className="flex flex-col gap-0.5">
          <h2 id={heading} tabIndex={-1} className="font-semibold text-lg outline-none">
            {title}
          </h2>
          <p className="max-w-[72ch] text-soft">{description}</p>
        </div>
        <ResetSection id={id} title={title} />
      </div>
      {children}
    </section>
  )
}

/** Only where more than one setting differs: a single one has its own button. */
function ResetSection({ id, title }: Pick<SectionProps, 'id' | 'title'>) {
  const { data: settings } = useQuery(queries.settings.read.queryOptions())
  const changed = settingsIndex
    .filter(({ section }) => section === id)
    .flatMap((entry) => (settings && isChanged(entry.id, settings) ? [entry.id] : []))
  if (changed.length < 2) return null
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={`Reset all in ${title}`}
      onClick={() => void resetSettings(changed, `${formatPlural(changed.length, 'setting')} reset`)}
    >
      Reset all
    </Button>
  )
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly label: string
  readonly hint?: ReactNode
  readonly value: string
  readonly error?: string | undefined
  /** Beside the label. */
  readonly aside?: ReactNode
  /** Beside the input. */
  readonly actions?: ReactNode
  /** Absent if the input is read-only. */
  readonly onChange?: (text: string) => void
}

export function TextField({
  label,
  hint,
  error,
  aside,
  actions,
  className,
  onChange,
  ...rest
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(attributes) => (
        <div className="flex flex-wrap items-center gap-2">
          <TextInput
            {...attributes}
            {...rest}
            readOnly={!onChange}
            className={joinClasses('min-w-24 flex-1', className)}
            onChange={onChange && ((event) => onChange(event.target.value))}
          />
          {actions}
        </div>
      )}
    </Field>
  )
}

/** NaN if it is not a number: validation then returns the schema's error message. */
export function toNumber(text: string): number {
  return text.trim() ? Number(text) : Number.NaN
}

interface SaveRowProps {
  readonly form: {
    readonly pending: boolean
    readonly isChanged: boolean
    readonly isSaved: boolean
    readonly failure: string | undefined
  }
  readonly label: string
  readonly canSave?: boolean
  /** Beside the button. */
  readonly children?: ReactNode
}

export function SaveRow({ form, label, canSave = form.isChanged, children }: SaveRowProps) {
  return (
    <>
      {form.failure && <Notice tone="danger" title={form.failure} />}
      <div className="flex items-center gap-3">
        <Button type="submit" disabled={form.pending || !canSave}>
          {label}
        </Button>
        {children}
        <SavedIndicator saved={form.isSaved && !canSave} />
      </div>
    </>
  )
}

interface NumbersFormProps<Name extends string> {
  readonly form: SaveRowProps['form'] & {
    readonly submit: (event: FormEvent) => void
    readonly field: (name: Name) => Pick<TextFieldProps, 'value' | 'error' | 'onChange'>
  }
  readonly label: string
  /** The label is also shown above the fields. */
  readonly isTitled?: boolean
  readonly fields: readonly { readonly name: Name; readonly label: string }[]
  readonly unit: string
  readonly saveLabel: string
}

/** Whole numbers with their unit. */
export function NumbersForm<Name extends string>(props: NumbersFormProps<Name>) {
  const { form, label, isTitled = false, fields, unit, saveLabel } = props
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
