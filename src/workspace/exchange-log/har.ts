// Writes requests of the log as entries of a HAR 1.2 file, which browsers and HTTP tools can import.
import { isBodyMark } from '#shared/exchange/body-marks'
import type { Exchange, ExchangeSummary } from '#shared/schemas/exchange'

/** A summary if its headers and bodies were deleted, or never received. */
type LoggedRequest = Exchange | ExchangeSummary

/** `origin`: the gateway's URL, without a trailing slash. */
export function toHarEntry(one: LoggedRequest, origin: string) {
  const { query, requestHeaders, responseHeaders, requestBody, responseBody } =
    'requestBody' in one ? one : noDetail
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
        ...(responseBody === '' || isBodyMark(responseBody) ? {} : { text: toWireText(responseBody, type) }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: one.responseBytes,
    },
    cache: {},
    timings,
    comment: 'Keys are removed, and media are replaced by their size.',
    ...toCustomFields(one),
  }
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
