// A field for one variable of a template, as its type asks for.
import type { Variable } from '#shared/templates/prompt-template'
import { Field } from '../../../components/Field'
import { Select } from '../../../components/Select'
import { TextArea, TextInput } from '../../../components/TextInput'

interface VariableFieldProps {
  readonly variable: Variable
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (value: string) => void
}

export function VariableField({ variable, value, problem, onChange }: VariableFieldProps) {
  return (
    <Field label={variable.name} error={problem}>
      {(attributes) => {
        if (variable.type === 'choice') {
          const options = variable.choices.map((choice) => ({ value: choice, label: choice }))
          return (
            <Select
              id={attributes.id}
              label={variable.name}
              value={value}
              groups={[{ label: variable.name, options }]}
              onChange={onChange}
            />
          )
        }
        const shared = {
          ...attributes,
          value,
          onChange: (event: { target: { value: string } }) => onChange(event.target.value),
        }
        if (variable.type === 'text') return <TextArea {...shared} rows={3} maxHeight={160} />
        return <TextInput {...shared} inputMode={variable.type === 'number' ? 'decimal' : 'text'} />
      }}
    </Field>
  )
}
