// Rebuilds the request of an exchange from the log, so that it can be sent again: the same bytes, without credentials.
import type { Exchange } from '../schemas/exchange'
import type { HttpHeaders } from '../wire/http'
import { findMarks, isRestorable, maxLoggedChars, replaceMarks } from './body-marks'

export interface ReplayRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: HttpHeaders
  /** With marks in place of media that the log has. */
  readonly body: string
}

type Replay =
  | { readonly request: ReplayRequest; readonly problem?: undefined }
  /** Why the log can't tell which bytes were sent, as a sentence. */
  | { readonly request?: undefined; readonly problem: string }

type Logged = Pick<
  Exchange,
  'method' | 'path' | 'query' | 'route' | 'requestHeaders' | 'requestBody' | 'requestBytes' | 'hasBodies'
>

/** Headers that describe the connection, or a browser's page: the gateway's client sets its own. */
const connectionHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'te',
  'transfer-encoding',
  'upgrade-insecure-requests',
])

/** Never sent again, or replaced by those of the application. */
const credentialHeaders = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
  'x-playground-client',
])

/** The log has replaced the value. */
const hidden = '…'

export function toReplay(exchange: Logged): Replay {
  const problem = findProblem(exchange)
  if (problem !== null) return { problem }
  const { method, path, query, requestBody: body } = exchange
  const request = {
    method,
    path: query === '' ? path : `${path}?${query}`,
    headers: toReplayHeaders(exchange),
    body,
  }
  return { request }
}

/** Without those of the connection, credentials, and what the log has hidden. */
export function toReplayHeaders({ requestHeaders }: Pick<Exchange, 'requestHeaders'>): HttpHeaders {
  return Object.fromEntries(
    Object.entries(requestHeaders).filter(
      ([name, value]) =>
        value !== hidden &&
        !name.startsWith('sec-') &&
        !connectionHeaders.has(name) &&
        !credentialHeaders.has(name),
    ),
  )
}

/** Names of headers that are not sent again because the log has hidden their values; credentials are not listed. */
export function listHiddenHeaders({ requestHeaders }: Pick<Exchange, 'requestHeaders'>): string[] {
  return Object.entries(requestHeaders).flatMap(([name, value]) =>
    value === hidden && !credentialHeaders.has(name) ? [name] : [],
  )
}

function findProblem(exchange: Logged): string | null {
  const { path, query, route, requestBody, requestBytes, hasBodies } = exchange
  if (route === 'unknown') return 'The gateway has no route for this request.'
  if (route === 'continueUpload' || route === 'putUpload')
    return 'Uploads can’t be repeated: their URL is used once.'
  if (path.includes(hidden) || query.includes(hidden))
    return 'The log has hidden a part of the URL, which may be a credential.'
  if (requestBytes === 0) return null
  if (!hasBodies) return 'Bodies aren’t logged. You can change this in Settings > Gateway.'
  const marks = findMarks(requestBody)
  const missing = marks.filter((mark) => !isRestorable(mark))
  if ((route === 'transcribe' || route === 'uploadFile') && (marks.length === 0 || missing.length > 0))
    return 'The request contained a file. The log has only its size.'
  if (missing.length > 0) return describeMissing(missing)
  if (requestBody.length >= maxLoggedChars)
    return 'The request is longer than 256 KB. The log has only its start.'
  if (requestBody === '') return 'The request was rejected before its body was read.'
  // A key in the body was redacted, or the body was not UTF-8 text.
  if (requestBody.includes('[redacted]') || measureRestored(requestBody) !== requestBytes)
    return 'The log has hidden a part of the body, which may be a credential.'
  return null
}

function describeMissing(marks: readonly { readonly kind: string; readonly hash: string | null }[]): string {
  if (marks.every(({ hash }) => hash !== null))
    return 'The log has the media of the request, but not exactly as they were written.'
  return marks.length === 1
    ? 'The request contained a media file. The log has only its size.'
    : `The request contained ${marks.length} media files. The log has only their sizes.`
}

/** Bytes of the body with its media. */
function measureRestored(body: string): number {
  const media = findMarks(body).reduce((sum, { length }) => sum + length, 0)
  return media + new TextEncoder().encode(replaceMarks(body, () => '')).length
}

/** Whether a provider may bill the request, if it isn't the demo. */
export function isBillable({ route }: Pick<Exchange, 'route'>): boolean {
  return billableRoutes.has(route)
}

const billableRoutes = new Set([
  'generateContent',
  'streamGenerateContent',
  'predictLongRunning',
  'embedContent',
  'batchEmbedContents',
  'transcribe',
  'createChatCompletion',
  'createEmbeddings',
  'createImages',
])
