// A field for a base URL: once it is valid, the hint shows where requests go.
import { TextField } from '../FormParts'
import { toRequestUrl } from './request-url'

interface UrlFieldProps {
  readonly label: string
  /** Shown until the URL is valid. */
  readonly hint: string
  readonly value: string
  /** An example of what requests append to the URL. */
  readonly path: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

export function UrlField({ hint, path, ...rest }: UrlFieldProps) {
  const url = toRequestUrl(rest.value, path)
  const destination = url && (
    <>
      Calls go to <span className="font-mono [overflow-wrap:anywhere]">{url}</span>
    </>
  )
  return (
    <TextField
      {...rest}
      hint={destination ?? hint}
      inputMode="url"
      placeholder="https://models.example.com"
      className="font-mono text-sm"
    />
  )
}
