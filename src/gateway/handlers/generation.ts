// Text and image generation, complete or streaming, and token counts (E2–E9, E11–E13, E15–E17).
import { ApiError, readErrorBody } from '#shared/schemas/api-error'
import type { HttpResponse } from '#shared/wire/http'
import { tryParseJson } from '#shared/wire/parse-json'
import { readBody, streamBody } from '#shared/wire/read-body'
import { readEvents } from '#shared/wire/read-events'
import type { EventStreamResponse, HandlerRequest, Handlers } from './handler'
import { redactDeep } from './upstream-error'
import {
  isErrorResponse,
  rejectHtml,
  requestUpstream,
  requestUpstreamJson,
  toUpstreamRequest,
} from './upstream-request'

/** Bytes that are read of a response that is not a stream of events. */
const maxErrorBytes = 1_048_576

export const generation: Pick<Handlers, 'generateContent' | 'streamGenerateContent' | 'countTokens'> = {
  generateContent: (request) => requestUpstreamJson(request, toUpstreamRequest(request)),
  countTokens: (request) => requestUpstreamJson(request, toUpstreamRequest(request)),
  streamGenerateContent: streamContent,
}

/** Always requests server-sent events from the upstream; the client gets the format of its `alt` (decisions §5). */
async function streamContent(request: HandlerRequest): Promise<HttpResponse | EventStreamResponse> {
  const framing = readAlt(request.query) === 'sse' ? 'sse' : 'array'
  const path = `${request.path}?${withAltSse(request.query)}`
  const response = await requestUpstream(request, toUpstreamRequest(request, { path }))
  if (isErrorResponse(response)) return response
  if (isDocument(response)) return await rejectDocument(request, response)
  const onUsage = (usage: unknown) => {
    request.record.usage = usage
  }
  const events = parseModelEvents(streamBody(response.body), { redact: request.redact, onUsage })
  return { status: 200, headers: response.headers, framing, events }
}

/** `alt` or `$alt`; a value such as `json;enum-encoding=int` is not `sse` (wire §3.2). */
function readAlt(query: string): string | null {
  const parameters = new URLSearchParams(query)
  return parameters.get('alt') ?? parameters.get('$alt')
}

function withAltSse(query: string): string {
  const others = query.split('&').filter((pair) => pair !== '' && !/^(?:\$|%24)?alt(?:=|$)/i.test(pair))
  return [...others, 'alt=sse'].join('&')
}

/** True if the content type is not a stream of events: JSON, an HTML page. */
function isDocument(response: HttpResponse): boolean {
  return !/^text\/event-stream\b/i.test(response.headers['content-type'] ?? 'text/event-stream')
}

/** Throws the error of an error object that was sent with status 200, and rejects any other document. */
async function rejectDocument(request: HandlerRequest, response: HttpResponse): Promise<never> {
  await rejectHtml(response)
  const notStream = new ApiError(
    'UNAVAILABLE',
    'The provider returned a single document instead of a stream.',
  )
  const bytes = await readBody(response.body, maxErrorBytes, () => notStream)
  throw parseStreamError(new TextDecoder().decode(bytes), request.redact) ?? notStream
}

interface ParseEventsOptions {
  readonly redact: (text: string) => string
  readonly onUsage: (usage: unknown) => void
}

/** Yields each document on one line, unchanged. Throws an `ApiError` for an error object or invalid data. */
export async function* parseModelEvents(
  bytes: AsyncIterable<Uint8Array>,
  options: ParseEventsOptions,
): AsyncGenerator<string, void, undefined> {
  let rest = ''
  const onRest = (text: string): void => {
    rest = text.trim()
  }
  for await (const text of readEvents(bytes, onRest)) {
    if (text === '' || text === '[DONE]') continue
    checkDocument(text, options)
    yield oneLine(text)
  }
  if (rest) checkRest(rest, options.redact)
}

function checkDocument(text: string, options: ParseEventsOptions): void {
  const document = parseObject(text)
  if (!document) throw invalidStream()
  if ('error' in document) throw toFailure(document, options.redact)
  if (document.usageMetadata) options.onUsage(document.usageMetadata)
}

/** Lines such as `retry: 5` or `x: y` are valid and ignored; anything else is not a stream of events. */
function checkRest(rest: string, redact: ParseEventsOptions['redact']): void {
  const failure = parseStreamError(rest, redact)
  if (failure) throw failure
  if (!rest.split('\n').every((line) => /^[\w-]*:/.test(line) || line.trim() === '')) throw invalidStream()
}

/** Returns undefined if the text is not an error object. */
function parseStreamError(text: string, redact: ParseEventsOptions['redact']): ApiError | undefined {
  const document = parseObject(text)
  return document && 'error' in document ? toFailure(document, redact) : undefined
}

function toFailure(document: object, redact: ParseEventsOptions['redact']): ApiError {
  const code = (document as { error?: { code?: unknown } | null }).error?.code
  const http = typeof code === 'number' && code >= 400 && code < 600 ? code : 502
  const error = readErrorBody(http, document)
  if (!error) return new ApiError('UNAVAILABLE', 'The provider ended the stream with an error.')
  // The details say when to retry.
  const details = error.details && redactDeep(error.details, redact)
  return new ApiError(error.code, redact(error.message), {
    http,
    source: 'provider',
    ...(Array.isArray(details) && { details }),
  })
}

function parseObject(text: string): Record<string, unknown> | undefined {
  const value = tryParseJson(text)
  const bare: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  // Any object can be read by names.
  return typeof bare === 'object' && bare !== null ? (bare as Record<string, unknown>) : undefined
}

/** In JSON, line breaks occur only between tokens, where a space means the same. */
function oneLine(text: string): string {
  return text.includes('\n') || text.includes('\r') ? text.replace(/[\r\n]+/g, ' ') : text
}

function invalidStream(): ApiError {
  return new ApiError('UNAVAILABLE', 'The provider sent invalid stream data or closed the connection.')
}
