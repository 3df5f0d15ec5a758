// A field for a base URL, whose hint shows the request URL that results from the typed text.
import { BaseUrl, findEntryProblem } from '#shared/schemas/upstream'
import { type BaseUrl as BaseUrlParts, readBaseUrl } from '#shared/wire/base-url'
import { TextField } from '../FormParts'

interface UrlFieldProps {
  readonly label: string
  /** Shown until the URL is valid. */
  readonly hint: string
  readonly value: string
  /** An example of what requests append to the URL. */
  readonly path: string
  readonly placeholder?: string
  /** How the server's requests use the URL. */
  readonly readUrl?: (url: string) => BaseUrlParts
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

export function UrlField({ hint, path, readUrl, ...rest }: UrlFieldProps) {
  const url = toRequestUrl(rest.value, path, readUrl)
  const destination = url && (
    <>
      Requests go to <span className="font-mono [overflow-wrap:anywhere]">{url}</span>
    </>
  )
  return (
    <TextField
      placeholder="https://models.example.com"
      {...rest}
      hint={destination ?? hint}
      inputMode="url"
      className="font-mono text-sm"
    />
  )
}

/** `https://host/v1beta/` is parsed as `https://host`, and requests go to `https://host` + `path`; null if it is not a URL. */
export function toRequestUrl(typed: string, path: string, readUrl = readBaseUrl): string | null {
  const url = BaseUrl.safeParse(typed)
  if (!url.success) return null
  const base = readUrl(url.data)
  return `${base.origin}${base.path}${path}`
}

/** As it is saved: trimmed, and with a scheme. */
export function toBaseUrl(text: string): string {
  return BaseUrl.safeParse(text).data ?? text.trim()
}

/** The error of a field for a URL, in the words of the schema. */
export function findUrlProblem(text: string, blank: 'required' | 'optional'): string | undefined {
  if (text.trim() === '') return blank === 'required' ? 'is required' : undefined
  return BaseUrl.safeParse(text).error?.issues[0]?.message ?? findEntryProblem(text)
}

/** As a list shows it. */
export function toHost(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return url
  }
}
