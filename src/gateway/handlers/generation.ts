// Text and image generation, complete or streaming, and token counts (E2–E9, E11–E13, E15–E17).
import { ApiError, readErrorBody, readRetryDelay, toErrorCode } from '#shared/schemas/api-error'
import type { HttpRequest, HttpResponse } from '#shared/wire/http'
import { tryParseJson } from '#shared/wire/json-objects'
import { detectEvents, readBody, streamBody } from '#shared/wire/read-body'
import { readEvents } from '#shared/wire/read-events'
import { redactDeep } from '../redaction/json'
import { type EventBatch, hasError, scanEvents, toEventBatch } from '../scan-events'
import { readProviderMessage } from '../translation/provider-errors'
import type { EventStreamResponse, HandlerRequest, Handlers } from './handler'
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
  return await requestModelEvents(request, toUpstreamRequest(request, { path }), framing)
}

/** Returns an error response, or the events. Throws for a response that is not a stream of events. */
export async function requestModelEvents(
  request: HandlerRequest,
  upstreamRequest: HttpRequest,
  framing: EventStreamResponse['framing'],
): Promise<HttpResponse | EventStreamResponse> {
  const response = await requestUpstream(request, upstreamRequest)
  if (isErrorResponse(response)) return response
  const { areEvents, body } = await detectEvents(response)
  if (!areEvents) return await rejectDocument(request, { ...response, body })
  // The client gets what the provider has sent; the log says that it is not all.
  const onCutOff = () =>
    request.record.setError('The provider ended the stream before the response was complete.')
  const events = readModelEvents(streamBody(body), request.redact, onCutOff)
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

type Redact = (text: string) => string

/** Bytes of an incomplete event beyond which a parser reads it and all others. */
const maxRest = 65_536

/** Why a response ended, or why the prompt was blocked. */
const endings = ['finishReason', 'finish_reason', 'blockReason', 'block_reason']

type Watch = (batch: EventBatch) => EventBatch

/**
 * Yields the events of each chunk at once, because a promise for each event would take longer than reading it. Throws an
 * `ApiError` for an error object or invalid data. `onCutOff` is called at the end of a stream without a reason for it.
 */
export async function* readModelEvents(
  bytes: AsyncIterable<Uint8Array>,
  redact: Redact,
  onCutOff?: () => void,
): AsyncGenerator<EventBatch, void, undefined> {
  let hasEnding = false
  const watch: Watch = (batch) => {
    hasEnding ||= endings.some((name) => batch.frames.includes(name))
    return batch
  }
  const chunks = bytes[Symbol.asyncIterator]()
  const pending: Uint8Array[] = []
  let length = 0
  try {
    for (let step = await chunks.next(); !step.done; step = await chunks.next()) {
      pending.push(step.value)
      length += step.value.length
      // An event that is sent in many small pieces is scanned only at its end.
      if (length <= maxRest && !hasLineBreak(step.value)) continue
      const joined = pending.length === 1 ? step.value : Buffer.concat(pending, length)
      const { batch, rest, isComplete } = scanEvents(joined)
      if (batch) yield watch(batch)
      if (!isComplete || rest.length > maxRest) {
        yield* parseEvents(prepend([rest], chunks), redact, watch)
        length = 0
        break
      }
      pending.length = 0
      length = rest.length
      if (length > 0) pending.push(rest)
    }
    if (length > 0) yield* parseEvents(prepend(pending), redact, watch)
    if (!hasEnding) onCutOff?.()
  } finally {
    await chunks.return?.()
  }
}

function hasLineBreak(chunk: Uint8Array): boolean {
  return chunk.includes(0x0a) || chunk.includes(0x0d)
}

async function* prepend(
  first: readonly Uint8Array[],
  others?: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* first
  if (others) for (let step = await others.next(); !step.done; step = await others.next()) yield step.value
}

/** Reads any stream of events, one by one: comments, other fields, several lines of data, errors, huge events. */
async function* parseEvents(
  bytes: AsyncIterable<Uint8Array>,
  redact: Redact,
  watch: Watch,
): AsyncGenerator<EventBatch, void, undefined> {
  let rest = ''
  const onRest = (text: string): void => {
    rest = text.trim()
  }
  for await (const text of readEvents(bytes, onRest)) {
    if (text === '' || text === '[DONE]') continue
    const document = parseObject(text)
    if (!document) throw invalidStream()
    if (hasError(document)) throw toFailure(document, redact)
    yield watch(toEventBatch(oneLine(text)))
  }
  if (rest) checkRest(rest, redact)
}

/** Lines such as `retry: 5` or `x: y` are valid and ignored; anything else is not a stream of events. */
function checkRest(rest: string, redact: Redact): void {
  const failure = parseStreamError(rest, redact)
  if (failure) throw failure
  if (!rest.split('\n').every((line) => /^[\w-]*:/.test(line) || line.trim() === '')) throw invalidStream()
}

function parseStreamError(text: string, redact: Redact): ApiError | undefined {
  const document = parseObject(text)
  return document && hasError(document) ? toFailure(document, redact) : undefined
}

function toFailure(document: object, redact: Redact): ApiError {
  const code = (document as { error?: { code?: unknown } | null }).error?.code
  const http = typeof code === 'number' && code >= 400 && code < 600 ? code : 502
  const error = readErrorBody(http, document)
  if (!error) {
    const message = readProviderMessage(document) ?? 'The provider ended the stream with an error.'
    return new ApiError(toErrorCode(http), redact(message), { http, source: 'provider' })
  }
  // The details say when to retry.
  const details = error.details && redactDeep(error.details, redact)
  const retryAfter = readRetryDelay({ message: error.message, details })
  return new ApiError(error.code, redact(error.message), {
    http,
    source: 'provider',
    ...(retryAfter !== undefined && { retryAfter }),
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
