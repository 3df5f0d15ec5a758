// Which headers travel to an upstream, and which come back: everything else stays on its side.
import type { Headers } from '#shared/wire/call'

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

/** No `location`, no cookies, no vendor headers: they name hosts, and one was seen to carry the key (wire §5.3). */
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

/** Told where a file is uploaded, and nowhere else: the address among them names the upstream's host. */
const uploadHeaders = new Set([
  'x-goog-upload-chunk-granularity',
  'x-goog-upload-size-received',
  'x-goog-upload-status',
  'x-goog-upload-url',
])

const credentials = new Set(['authorization', 'x-goog-api-key'])

/** `flows`: the length of a flowing body is the caller's to state; of bytes at hand it is counted anew. */
export function toUpstreamHeaders(headers: Headers, flows: boolean): Record<string, string> {
  const kept: Record<string, string> = { 'accept-encoding': 'identity' }
  for (const name in headers) {
    const value = headers[name]
    const isKept = requestHeaders.has(name) || requestFamilies.some((family) => name.startsWith(family))
    if (value !== undefined && (isKept || (flows && name === 'content-length'))) kept[name] = value
  }
  return kept
}

export interface CallerHeaders {
  readonly isUpload: boolean
  /** A header in which a key stands is left out. */
  readonly holdsKey: (text: string) => boolean
}

export function toCallerHeaders(headers: Headers, { isUpload, holdsKey }: CallerHeaders): Headers {
  const kept: Record<string, string> = {}
  for (const name in headers) {
    const isKept = responseHeaders.has(name) || name.startsWith('x-ratelimit-')
    if (!isKept && !(isUpload && uploadHeaders.has(name))) continue
    const value = name === 'x-goog-upload-url' ? withoutQueryKey(headers[name] ?? '') : headers[name]
    if (value !== undefined && !holdsKey(value)) kept[name] = value
  }
  return kept
}

export function withoutKeyHeaders(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !credentials.has(name)))
}

/** An address, or a path with its query, without the parameter `key`; everything else stays as it is written. */
export function withoutQueryKey(address: string): string {
  const mark = address.indexOf('?')
  if (mark < 0 || !/[?&]key=/i.test(address)) return address
  const others = address
    .slice(mark + 1)
    .split('&')
    .filter((pair) => !/^key=/i.test(pair))
  return address.slice(0, mark) + (others.length > 0 ? `?${others.join('&')}` : '')
}
