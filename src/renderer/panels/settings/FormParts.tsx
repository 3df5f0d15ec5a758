// What the forms of Settings are built from: a section, a text field, a row of numbers, and the row that saves.
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Button } from '../../components/Button'
import { Field } from '../../components/Field'
import { Notice } from '../../components/Notice'
import { SavedMark } from '../../components/SavedMark'
import { TextInput } from '../../components/TextInput'
import type { SectionId } from '../../state/settings-view'

interface SectionProps {
  readonly id: SectionId
  readonly title: string
  readonly description: string
  readonly children: ReactNode
}

export function Section({ id, title, description, children }: SectionProps) {
  const heading = useId()
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="flex scroll-mt-10 flex-col gap-5 border-line border-b py-8 last:border-b-0 min-[1000px]:scroll-mt-0"
    >
      <div className="flex flex-col gap-0.5">
        <h2 id={heading} tabIndex={-1} className="font-semibold text-lg outline-none">
          {title}
        </h2>
        <p className="max-w-[72ch] text-soft">{description}</p>
      </div>
      {children}
    </section>
  )
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly label: string
  readonly hint?: ReactNode
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

export function TextField({ label, hint, error, onChange, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <TextInput {...attributes} {...rest} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

interface NumberFieldProps extends Pick<TextFieldProps, 'label' | 'value' | 'error' | 'onChange'> {
  readonly unit: string
}

/** A whole number with its unit. */
export function NumberField({ label, unit, value, error, onChange }: NumberFieldProps) {
  return (
    <div className="w-40">
      <Field label={label} error={error}>
        {(attributes) => (
          <div className="flex items-center gap-2">
            <TextInput
              {...attributes}
              inputMode="numeric"
              className="max-w-24 font-mono text-sm"
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
            <span className="text-faint text-sm">{unit}</span>
          </div>
        )}
      </Field>
    </div>
  )
}

/** NaN if it is not a number: the contract then says what is wrong, in the words of the schema. */
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
        <SavedMark saved={form.isSaved && !canSave} />
      </div>
    </>
  )
}
