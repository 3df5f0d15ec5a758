import type { HttpHeaders } from '#shared/wire/http'

/** Fields of the request that had no effect, comma-separated. */
export const ignoredFieldsHeader = 'x-ignored-fields'

/** Characters of the header; many servers and clients limit all headers to 8 KB. */
const maxHeaderLength = 1000

/** The names are a client's, and a header has only printable ASCII characters. */
export function toIgnoredHeaders(ignored: readonly string[]): HttpHeaders {
  if (ignored.length === 0) return {}
  const names = ignored.join(', ').replace(/[^ -~]/g, '?')
  return { [ignoredFieldsHeader]: names.slice(0, maxHeaderLength) }
}
