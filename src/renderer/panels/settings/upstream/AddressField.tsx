// An address as it is pasted, with what it is read as below it.
import { Field } from '../../../components/Field'
import { TextInput } from '../../../components/TextInput'
import { toCallAddress } from './call-address'

interface AddressFieldProps {
  readonly label: string
  /** Shown until there is an address to be read. */
  readonly hint: string
  readonly value: string
  /** What calls add to the address, as an example. */
  readonly path: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

export function AddressField({ label, hint, value, path, error, onChange }: AddressFieldProps) {
  const address = toCallAddress(value, path)
  const read = address && (
    <>
      Calls go to <span className="font-mono [overflow-wrap:anywhere]">{address}</span>
    </>
  )
  return (
    <Field label={label} hint={read ?? hint} error={error}>
      {(attributes) => (
        <TextInput
          {...attributes}
          inputMode="url"
          placeholder="https://models.example.com"
          className="font-mono text-sm"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
