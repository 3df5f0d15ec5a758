// Parts of Settings: a section, fields, the row that saves, the form of an entry, and tables.

import { useQuery } from '@tanstack/react-query'
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from 'react'
import { queries } from '../../api/desktop'
import { Button } from '../../components/Button'
import { Field } from '../../components/Field'
import { formatPlural } from '../../components/format'
import { joinClasses } from '../../components/join-classes'
import { onEscape } from '../../components/keyboard'
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

export interface EditorFormProps {
  readonly label: string
  readonly form: SaveRowProps['form'] & {
    readonly submit: (event: FormEvent) => void
    readonly discard: () => void
  }
  readonly submitLabel: string
  readonly canSubmit?: boolean
  /** Closes it; what was typed is still there when it is opened again. Absent if it must stay open. */
  readonly onFold?: (() => void) | undefined
  /** Beside the buttons. */
  readonly note?: string
  /** The field with this ref gets the focus if the form can be closed. */
  readonly children: (first: RefObject<HTMLInputElement | null>) => ReactNode
}

/** Adds an entry of a list, or edits one. */
export function EditorForm(props: EditorFormProps) {
  const { label, form, submitLabel, canSubmit = true, onFold, note, children } = props
  const first = useRef<HTMLInputElement>(null)
  const isFocused = onFold !== undefined
  useEffect(() => {
    if (!isFocused) return
    first.current?.focus()
    first.current?.form?.scrollIntoView({ block: 'nearest' })
  }, [isFocused])
  const cancel = () => {
    form.discard()
    onFold?.()
  }
  return (
    <form
      aria-label={label}
      className="flex flex-col gap-4 rounded-lg border border-line-strong bg-canvas p-4"
      onSubmit={form.submit}
      onKeyDown={onFold && onEscape(onFold)}
      noValidate
    >
      {children(first)}
      {form.failure && <Notice tone="danger" title={form.failure} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" disabled={form.pending || !canSubmit}>
          {submitLabel}
        </Button>
        {onFold && (
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        )}
        {note && <span className="text-faint text-sm">{note}</span>}
      </div>
    </form>
  )
}

interface SettingsTableProps {
  readonly label: string
  /** `narrow` fits three columns. */
  readonly width?: 'narrow' | 'usual'
  /** After the column of models: each with the class of its width. */
  readonly columns: readonly (readonly [title: string, width: string])[]
  /** The class of the width of the last column, which has buttons. */
  readonly actions: string
  /** Rows. */
  readonly children: ReactNode
}

export function SettingsTable({ label, width = 'usual', columns, actions, children }: SettingsTableProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
      tabIndex={0}
      className="relative w-full overflow-x-auto rounded-lg border border-line-strong"
    >
      <table
        className={`w-full table-fixed text-sm ${width === 'narrow' ? 'min-w-[440px]' : 'min-w-[520px]'}`}
      >
        <thead>
          <tr className="bg-sunken text-left text-faint">
            <th scope="col" className="h-8 pl-3 font-medium">
              Model
            </th>
            {columns.map(([title, columnWidth]) => (
              <th key={title} scope="col" className={`px-2 font-medium ${columnWidth}`}>
                {title}
              </th>
            ))}
            <th scope="col" className={`pr-2 ${actions}`}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
