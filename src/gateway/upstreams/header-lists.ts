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

/** `flows`: the length of a flowing body is the caller's to state; of bytes at hand it is counted anew. */
export function toUpstreamHeaders(headers: Headers, flows: boolean): Record<string, string> {
  const kept: Record<string, string> = { 'accept-encoding': 'identity' }
  for (const name in headers) {
    const value = headers[name]
    const isKept = requestHeaders.has(name) || name.startsWith('x-stainless-')
    if (value !== undefined && (isKept || (flows && name === 'content-length'))) kept[name] = value
  }
  return kept
}

export function toCallerHeaders(headers: Headers): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined && (responseHeaders.has(name) || name.startsWith('x-ratelimit-')))
      kept[name] = value
  }
  return kept
}
