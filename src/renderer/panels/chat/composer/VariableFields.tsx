// Fields for the variables of a prompt that is written or edited, below its text.
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { findValueProblem, type Variable } from '#shared/templates/prompt-template'
import { Button } from '../../../components/Button'
import { Field } from '../../../components/Field'
import { joinClasses } from '../../../components/join-classes'
import { Select } from '../../../components/Select'
import { TextArea, TextInput } from '../../../components/TextInput'
import { writeValues } from '../../../state/drafts'
import type { PromptVariables } from './prompt-variables'

interface VariableFieldsProps {
  readonly draftKey: string
  readonly prompt: PromptVariables
  /** Each new number, starting with 1, moves the focus to the first field without a value. */
  readonly focusRequest: number
  readonly className?: string
}

export function VariableFields({
  draftKey,
  prompt,
  focusRequest,
  className = 'mx-4 my-1',
}: VariableFieldsProps) {
  const { variables, values, isLiteral } = prompt
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (focusRequest > 0) focusFirstMissing(section.current)
  }, [focusRequest])
  if (variables.length === 0) return null
  const names = variables.map(({ name }) => name).join(', ')
  return (
    <section
      ref={section}
      aria-label="Variables"
      className={joinClasses('flex flex-col gap-2 border-line border-t pt-2', className)}
      onKeyDown={submitByKeys}
    >
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 truncate text-faint text-sm">
          {isLiteral ? `Braces are sent as written: ${names}` : 'Fill in the variables before you send.'}
        </p>
        <Button
          size="small"
          variant="quiet"
          onClick={({ currentTarget }) => {
            writeValues(draftKey, isLiteral ? {} : null)
            if (!isLiteral) currentTarget.form?.querySelector('textarea')?.focus()
          }}
        >
          {isLiteral ? 'Fill in variables' : 'Send braces as written'}
        </Button>
      </div>
      {!isLiteral && (
        <div className="grid @min-[520px]:grid-cols-2 gap-x-3 gap-y-2 pb-1">
          {variables.map((variable) => (
            <VariableField
              key={variable.name}
              variable={variable}
              value={values[variable.name] ?? ''}
              onChange={(value) => writeValues(draftKey, { ...values, [variable.name]: value })}
            />
          ))}
        </div>
      )}
    </section>
  )
}

interface VariableFieldProps {
  readonly variable: Variable
  readonly value: string
  readonly onChange: (value: string) => void
}

function VariableField({ variable, value, onChange }: VariableFieldProps) {
  const { name, type } = variable
  return (
    <div className={type === 'text' ? 'col-span-full' : 'min-w-0'}>
      <Field label={name} error={findValueProblem(variable, value)}>
        {(attributes) => {
          if (variable.type === 'choice') {
            const options = variable.choices.map((choice) => ({ value: choice, label: choice }))
            return (
              <Select
                id={attributes.id}
                label={name}
                value={value}
                groups={[{ label: '', options }]}
                onChange={onChange}
                className="w-full"
              />
            )
          }
          const shared = {
            ...attributes,
            value,
            'aria-required': true,
            placeholder: 'Required',
            onChange: (event: { target: { value: string } }) => onChange(event.target.value),
          }
          if (type === 'text') return <TextArea {...shared} rows={2} maxHeight={160} />
          return <TextInput {...shared} inputMode={type === 'number' ? 'decimal' : 'text'} />
        }}
      </Field>
    </div>
  )
}

/** In a field of several lines, Enter is a line break. */
function submitByKeys(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.closest('form')?.requestSubmit()
}

/** The last field if none is empty: a filled template can be sent from there. */
function focusFirstMissing(section: HTMLElement | null) {
  const fields = [
    ...(section?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? []),
  ]
  const target = fields.find(({ value }) => value.trim() === '') ?? fields.at(-1)
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}
