// Sends a request to the upstream, and turns what comes back into a response that a client can rely on.
import { unusableResponse } from '#shared/endpoints/errors'
import type { ApiError } from '#shared/schemas/api-error'
import type { HttpBody, HttpHeaders, HttpRequest, HttpResponse } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { ChunkQueue } from '../outbound/chunk-queue'
import type { HandlerRequest } from './handler'
import { toUpstreamErrorResponse, unwrapHiddenError } from './upstream-error'

/** Responses up to this many bytes are buffered, so that an incomplete one becomes a proper error. */
const maxBufferedBytes = 262_144

/** Returns the client's request unchanged, except for `changes`. */
export function toUpstreamRequest(request: HandlerRequest, changes: Partial<HttpRequest> = {}): HttpRequest {
  const { method, path, query, headers, body, signal } = request
  return { method, path: query ? `${path}?${query}` : path, headers, body, signal, ...changes }
}

/** Converts error responses to the dialect of the route. */
export function requestUpstream(
  request: HandlerRequest,
  upstreamRequest: HttpRequest,
  readSuccess: typeof ensureJson = (_, response) => response,
): Promise<HttpResponse> {
  request.record.markSent()
  return request.upstream.send(upstreamRequest).then((response) => {
    request.record.markResponseHeaders()
    return isErrorResponse(response)
      ? toUpstreamErrorResponse(response, request)
      : readSuccess(request, response)
  })
}

/** Like `requestUpstream`, but a success is always JSON: a page, an empty or an incomplete body is a 502. */
export function requestUpstreamJson(
  request: HandlerRequest,
  upstreamRequest: HttpRequest,
): Promise<HttpResponse> {
  return requestUpstream(request, upstreamRequest, ensureJson)
}

/** Throws UNAVAILABLE if a success is not JSON; encoded bytes cannot be inspected. */
export function ensureJson(
  request: HandlerRequest,
  response: HttpResponse,
): HttpResponse | Promise<HttpResponse> {
  if (isErrorResponse(response) || response.headers['content-encoding']) return response
  const isLarge = Number(response.headers['content-length'] ?? 0) > maxBufferedBytes
  const body = isLarge ? response.body : readWholeOrStream(response.body)
  return body instanceof Promise
    ? body.then((read) => checkJson(request, response, read))
    : checkJson(request, response, body)
}

/** Returns an error response if the body is only an error with a success status. */
function checkJson(
  request: HandlerRequest,
  response: HttpResponse,
  body: HttpBody,
): HttpResponse | Promise<HttpResponse> {
  const { headers } = response
  const read = {
    ...response,
    headers: headers['content-type'] === undefined ? { ...headers, ...jsonType } : headers,
    body,
  }
  if (!(body instanceof Uint8Array)) return read
  request.record.markUpstreamEnd()
  const error = unwrapHiddenError(read, body, request)
  if (error !== undefined) return error
  if (!looksLikeJson(body)) throw notJson()
  return read
}

/** Parses a body of at most `maxBytes`; throws the error of `toError` if it is longer or not JSON. */
export async function readJson(body: HttpBody, maxBytes: number, toError: () => ApiError): Promise<unknown> {
  const text = new TextDecoder().decode(await readBody(body, maxBytes, toError))
  try {
    return JSON.parse(text)
  } catch {
    throw toError()
  }
}

/** For a response without a content type. */
const jsonType = { 'content-type': 'application/json; charset=utf-8' }

export function isErrorResponse(response: HttpResponse): boolean {
  return response.status >= 400
}

/** Returns a path with the prefix of the request: `/v1/v1beta` + `/operations/x`. */
export function siblingPath(request: HandlerRequest, path: string): string {
  return request.query ? `${request.prefix}${path}?${request.query}` : request.prefix + path
}

/** A small body usually arrives together with its headers, and needs no promise. */
function readWholeOrStream(body: HttpBody): Uint8Array | Promise<HttpBody> {
  if (body === null || body instanceof Uint8Array) return body ?? new Uint8Array()
  const whole = body instanceof ChunkQueue ? body.readReceived(maxBufferedBytes) : undefined
  return whole ?? collectStart(body)
}

async function collectStart(body: AsyncIterable<Uint8Array>): Promise<HttpBody> {
  const rest = body[Symbol.asyncIterator]()
  const chunks: Uint8Array[] = []
  let length = 0
  while (length < maxBufferedBytes) {
    const step = await rest.next()
    if (step.done) return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length)
    chunks.push(step.value)
    length += step.value.length
  }
  return prependChunks(chunks, rest)
}

async function* prependChunks(
  chunks: Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* chunks.splice(0)
    for (let step = await rest.next(); !step.done; step = await rest.next()) yield step.value
  } finally {
    await rest.return?.()
  }
}

const whitespace = new Set([0x20, 0x09, 0x0a, 0x0d])

/** Checks only the first and last character; HTTP guarantees the length in between. */
function looksLikeJson(bytes: Uint8Array): boolean {
  let first = 0
  let last = bytes.length - 1
  while (whitespace.has(bytes[first] ?? 0)) first += 1
  while (last > first && whitespace.has(bytes[last] ?? 0)) last -= 1
  return (bytes[first] === 0x7b && bytes[last] === 0x7d) || (bytes[first] === 0x5b && bytes[last] === 0x5d)
}

function notJson(): ApiError {
  return unusableResponse(
    "The provider returned a response that isn't JSON. Check the base URL and the proxy.",
  )
}

/** Bytes of a page that are read before it is rejected. */
const maxPageBytes = 65_536

/** Throws UNAVAILABLE for an HTML page, and does not read anything else. */
export async function rejectHtml({ headers, body }: HttpResponse): Promise<void> {
  if (!/^text\/html\b/i.test(headers['content-type'] ?? '')) return
  const page = unusableResponse(
    'The provider returned an HTML page instead of an API response. Check the base URL and the proxy.',
  )
  await readBody(body, maxPageBytes, () => page)
  throw page
}

/** Types that a browser shows without running scripts. Everything else is saved, not shown. */
const passiveTypes =
  /^(?:image\/(?!svg)[\w.+-]+|video\/[\w.+-]+|audio\/[\w.+-]+|text\/plain|application\/json)(?:;|$)/i

export function toInertHeaders(headers: HttpHeaders): HttpHeaders {
  const { 'content-type': type = '', 'content-disposition': disposition } = headers
  const isPassive = passiveTypes.test(type.trim())
  return {
    ...headers,
    ...(isPassive ? {} : { 'content-disposition': toAttachment(disposition) }),
    'content-security-policy': 'sandbox',
  }
}

/** With the upstream's file name. */
function toAttachment(disposition = ''): string {
  return disposition.includes(';') ? disposition.replace(/^[^;]*/, 'attachment') : 'attachment'
}
