// The headers that are sent to an upstream, and those that are returned to the client; all others are removed.
import type { HttpHeaders } from '#shared/wire/http'

const requestHeaders = new Set([
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'if-range',
  'openai-organization',
  'openai-project',
  'range',
  'user-agent',
  'x-goog-api-client',
  'x-server-timeout',
])

/** `x-goog-upload-`: the steps of a resumable upload (wire §9.1). */
const requestFamilies = ['x-stainless-', 'x-goog-upload-'] as const

/** No `location`, cookies or vendor headers: they name hosts, and one contained the key (wire §5.3). */
const responseHeaders = new Set([
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'openai-processing-ms',
  'retry-after',
  'retry-after-ms',
  'x-request-id',
])

/** Only for uploads: the URL among them names the upstream's host. */
const uploadHeaders = new Set([
  'x-goog-upload-chunk-granularity',
  'x-goog-upload-size-received',
  'x-goog-upload-status',
  'x-goog-upload-url',
])

const credentials = new Set(['authorization', 'x-goog-api-key'])

/** Only the length of a streamed body is forwarded; that of buffered bytes is computed again. */
export function toUpstreamHeaders(headers: HttpHeaders, isStream: boolean): Record<string, string> {
  const allowed: Record<string, string> = { 'accept-encoding': 'identity' }
  for (const name in headers) {
    const value = headers[name]
    const isAllowed = requestHeaders.has(name) || requestFamilies.some((family) => name.startsWith(family))
    if (value !== undefined && (isAllowed || (isStream && name === 'content-length'))) allowed[name] = value
  }
  return allowed
}

export interface ClientHeaderOptions {
  readonly isUpload: boolean
  /** A header that contains a key is removed. */
  readonly holdsKey: (text: string) => boolean
}

export function toClientHeaders(
  headers: HttpHeaders,
  { isUpload, holdsKey }: ClientHeaderOptions,
): HttpHeaders {
  const allowed: Record<string, string> = {}
  for (const name in headers) {
    const isAllowed = responseHeaders.has(name) || name.startsWith('x-ratelimit-')
    if (!isAllowed && !(isUpload && uploadHeaders.has(name))) continue
    const value = name === 'x-goog-upload-url' ? withoutQueryKey(headers[name] ?? '') : headers[name]
    if (value !== undefined && !holdsKey(value)) allowed[name] = value
  }
  return allowed
}

export function withoutKeyHeaders(headers: HttpHeaders): HttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !credentials.has(name)))
}

/** Removes the query parameters that match from a URL or a path; everything else is unchanged. */
export function withoutQueryKey(url: string, keys = /^key=/i): string {
  const [whole = '', fragment] = url.split('#', 2)
  const mark = whole.indexOf('?')
  if (mark < 0) return url
  const pairs = whole.slice(mark + 1).split('&')
  const others = pairs.filter((pair) => !keys.test(pair))
  if (others.length === pairs.length) return url
  const query = others.length > 0 ? `?${others.join('&')}` : ''
  return whole.slice(0, mark) + query + (fragment === undefined ? '' : `#${fragment}`)
}
