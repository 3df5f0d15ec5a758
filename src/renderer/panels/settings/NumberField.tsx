// A whole number with its unit.
import { Field } from '../../components/Field'
import { TextInput } from '../../components/TextInput'

interface NumberFieldProps {
  readonly label: string
  readonly unit: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

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
