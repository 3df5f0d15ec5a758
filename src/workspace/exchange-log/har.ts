// Writes requests of the log as entries of a HAR 1.2 file, which browsers and HTTP tools can import.
import {
  type BodyMark,
  findMarks,
  formatMark,
  isRestorable,
  readMark,
  replaceMarks,
} from '#shared/exchange/body-marks'
import type { Exchange, ExchangeSummary } from '#shared/schemas/exchange'

/** A summary if its headers and bodies were deleted, or never received. */
type LoggedRequest = Exchange | ExchangeSummary

interface HarOptions {
  /** The gateway's URL, without a trailing slash. */
  readonly origin: string
  /** Characters that the media of the entry may have. */
  readonly mediaBudget: number
}

/** The marks of media that are left in its texts are to be replaced by Base64 (`writeMark`). */
export function toHarEntry(one: LoggedRequest, { origin, mediaBudget }: HarOptions) {
  const detail = 'requestBody' in one ? one : noDetail
  const { query, requestHeaders, responseHeaders } = detail
  const { requestBody, responseBody, comment } = limitMedia(detail, mediaBudget)
  const { total, timings } = toTimings(one)
  const type = responseHeaders['content-type'] ?? ''
  return {
    startedDateTime: new Date(one.startedAt).toISOString(),
    time: total,
    request: {
      method: one.method,
      url: `${origin}${one.path}${query === '' ? '' : `?${query}`}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toPairs(requestHeaders),
      queryString: toQuery(query),
      ...(requestBody === ''
        ? {}
        : { postData: { mimeType: requestHeaders['content-type'] ?? '', text: requestBody } }),
      headersSize: -1,
      bodySize: one.requestBytes,
    },
    response: {
      status: one.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toPairs(responseHeaders),
      content: {
        size: one.responseBytes,
        mimeType: type || 'x-unknown',
        ...toContentText(responseBody, type),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: one.responseBytes,
    },
    cache: {},
    timings,
    comment,
    ...toCustomFields(one),
  }
}

type Bodies = Pick<Exchange, 'requestBody' | 'responseBody'>

/** Leaves only marks that can be replaced by text, if all of them are within the budget. */
function limitMedia({ requestBody, responseBody }: Bodies, mediaBudget: number) {
  const isWritable = (mark: BodyMark) => isRestorable(mark) && mark.kind !== 'bytes'
  const isBody = readMark(responseBody)?.kind === 'bytes'
  const marks = [requestBody, responseBody].flatMap(findMarks).filter(isWritable)
  const length = marks.reduce((sum, mark) => sum + mark.length, isBody ? measureBase64(responseBody) : 0)
  const isWithin = length <= mediaBudget
  const limit = (body: string) =>
    replaceMarks(body, (mark) =>
      isWithin && (isWritable(mark) || mark.text === responseBody)
        ? mark.text
        : formatMark({ ...mark, hash: null }),
    )
  const limited = { requestBody: limit(requestBody), responseBody: limit(responseBody) }
  const omitted = Object.values(limited)
    .flatMap(findMarks)
    .some(({ hash }) => hash === null)
  const comment = isWithin
    ? `Keys are removed${omitted ? ', and media that the log does not have as text are replaced by their size' : ''}.`
    : 'Keys are removed, and media are omitted, because the file would be too large.'
  return { ...limited, comment }
}

function measureBase64(body: string): number {
  return Math.ceil((readMark(body)?.length ?? 0) / 3) * 4
}

function toContentText(body: string, type: string): { readonly text?: string; readonly encoding?: string } {
  const mark = readMark(body)
  if (body === '' || (mark?.kind === 'bytes' && mark.hash === null)) return {}
  if (mark?.kind !== 'bytes') return { text: toWireText(body, type) }
  return { text: formatMark({ ...mark, kind: 'base64', length: measureBase64(body) }), encoding: 'base64' }
}

/** Characters that replace the marks of an entry. */
export function measureHarMedia(entry: string): number {
  return findMarks(entry)
    .filter(({ hash }) => hash !== null)
    .reduce((sum, { length }) => sum + length, 0)
}

/** The Base64 of a file as the text of a JSON string, in pieces. */
export async function* writeMark(
  { kind, length }: BodyMark,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  let written = 0
  let rest: Uint8Array = new Uint8Array()
  const encode = (bytes: Uint8Array): string => {
    const text = Buffer.from(bytes)
      .toString(kind === 'base64url' ? 'base64url' : 'base64')
      .replace(/=+$/, '')
    written += kind === 'escaped' ? text.length + text.split('/').length - 1 : text.length
    // The backslash is escaped in the text, whose own quotes are, too.
    return kind === 'escaped' ? text.replaceAll('/', '\\\\/') : text
  }
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = bytes.length - (bytes.length % 3)
    rest = bytes.slice(end)
    yield encode(bytes.subarray(0, end))
  }
  const last = encode(rest)
  yield last + '='.repeat(Math.min(2, Math.max(0, length - written)))
}

/** Names that start with an underscore are the format's own way to add fields. */
function toCustomFields(one: LoggedRequest) {
  const { id, endpoint, model, provider, client, outcome, error, overhead } = one
  const fields = { id, endpoint, model, provider, client, outcome, error, overhead }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[`_${name}`, value]])),
  )
}

type Detail = Pick<Exchange, 'query' | 'requestHeaders' | 'responseHeaders' | 'requestBody' | 'responseBody'>

const noDetail: Detail = {
  query: '',
  requestHeaders: {},
  responseHeaders: {},
  requestBody: '',
  responseBody: '',
}

function toPairs(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

function toQuery(query: string) {
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }))
}

/** `blocked`: in the gateway; `wait`: for the first byte; `receive`: from the first byte to the last one. */
function toTimings(one: LoggedRequest) {
  const times =
    'times' in one ? one.times : { sentUpstream: one.overhead, firstByte: one.firstByte, total: one.total }
  const total = Math.max(0, times.total ?? 0)
  const firstByte = Math.min(total, times.firstByte ?? total)
  const sent = Math.min(firstByte, times.sentUpstream ?? firstByte)
  const parts = { blocked: sent, wait: firstByte - sent, receive: total - firstByte }
  return { total, timings: { ...parts, dns: -1, connect: -1, ssl: -1, send: 0 } }
}

/** The log has one event a line; the response had the framing of server-sent events. */
function toWireText(body: string, type: string): string {
  if (!type.startsWith('text/event-stream') || !body.startsWith('{')) return body
  return body
    .split('\n')
    .map((event) => `data: ${event}\n\n`)
    .join('')
}

/** The start of a file; entries separated by commas and `harEnd` must follow. */
export function toHarStart(version: string): string {
  const creator = JSON.stringify({ name: 'Gen Playground', version })
  return `{"log":{"version":"1.2","creator":${creator},"entries":[\n`
}

export const harEnd = '\n]}}\n'
