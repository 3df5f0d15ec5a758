// Parts of the forms in Settings: a section, fields, and the row that saves.
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useId } from 'react'
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
import { sections, settingsTable } from './settings-table'

interface SectionProps {
  readonly id: SectionId
  /** Instead of the one in the table. */
  readonly description?: string
  readonly children: ReactNode
}

export function Section({ id, description = sections[id].description, children }: SectionProps) {
  const { title } = sections[id]
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
        <ResetSection id={id} />
      </div>
      {children}
    </section>
  )
}

/** Only where more than one setting differs: a single one has its own button. */
function ResetSection({ id }: Pick<SectionProps, 'id'>) {
  const { data: settings } = useQuery(queries.settings.read.queryOptions())
  const changed = settingsTable.filter(
    (entry) => entry.section === id && settings && isChanged(entry, settings),
  )
  if (changed.length < 2) return null
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={`Reset all in ${sections[id].title}`}
      onClick={() =>
        void resetSettings(
          changed.map((entry) => entry.id),
          `${formatPlural(changed.length, 'setting')} reset`,
        )
      }
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
