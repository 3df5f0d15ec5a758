// Responses of the demo service: JSON, errors by dialect, and server-sent events with requested failures.
import { ApiError, toGeminiBody, toOpenAiBody } from '#shared/schemas/api-error'
import type { HttpResponse, RequestSignal } from '#shared/wire/http'
import type { Control } from './control'
import { waitForAbort } from './pace'

const encoder = new TextEncoder()

export function jsonResponse(body: unknown, status = 200): HttpResponse {
  const bytes = encoder.encode(`${JSON.stringify(body, null, 2)}\n`)
  return { status, headers: { 'content-type': 'application/json; charset=UTF-8' }, body: bytes }
}

export function errorResponse(error: ApiError, dialect: 'gemini' | 'openai'): HttpResponse {
  return jsonResponse(dialect === 'openai' ? toOpenAiBody(error) : toGeminiBody(error), error.http)
}

/** A 429 with the time to wait. Clients parse its text. */
export function tooManyRequests(message: string, retryDelay: number): ApiError {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryDelay}s` }]
  const text = `${message} Please retry in ${retryDelay}s.`
  return new ApiError('RESOURCE_EXHAUSTED', text, { details, retryAfter: retryDelay })
}

export function clientDisconnected(): ApiError {
  return new ApiError('CANCELLED', 'The client disconnected.')
}

export function simulatedFailure(): ApiError {
  return new ApiError('UNAVAILABLE', 'Simulated failure.', { http: 503 })
}

export function simulatedDisconnect(): ApiError {
  return new ApiError('UNAVAILABLE', 'Simulated disconnect.')
}

interface FrameOptions {
  readonly control: Control
  readonly signal: RequestSignal
  readonly dialect: 'gemini' | 'openai'
}

/** The bytes of one event. Each dialect has its own line ends (wire §3.1, §8). */
function toEvent(body: unknown, dialect: FrameOptions['dialect']): Uint8Array {
  return encoder.encode(`data: ${JSON.stringify(body)}${dialect === 'openai' ? '\n\n' : '\r\n\r\n'}`)
}

/** Ends early, without an exception, if the client disconnects. */
export async function* frameEvents(
  events: AsyncIterable<unknown>,
  framing: FrameOptions,
): AsyncGenerator<Uint8Array> {
  const { control, signal, dialect } = framing
  if (control.empty) return
  let sent = 0
  for await (const event of events) {
    if (signal.aborted) return
    if (control.fault?.after === sent) return yield* sendFault(framing)
    yield* splitBytes(toEvent(event, dialect), control.split)
    sent += 1
  }
  if (control.fault?.after === sent && !signal.aborted) yield* sendFault(framing)
}

async function* sendFault({ control, signal, dialect }: FrameOptions): AsyncGenerator<Uint8Array> {
  const error = simulatedFailure()
  switch (control.fault?.kind) {
    case 'fail-after':
      yield toEvent(dialect === 'openai' ? toOpenAiBody(error) : toGeminiBody(error), dialect)
      return
    case 'garbage-after':
      yield encoder.encode('data: <html>not JSON</ht\r\n\r\n')
      return
    case 'cut-after':
      throw simulatedDisconnect()
    case 'stall-after':
      return await waitForAbort(signal)
    default:
  }
}

export function* splitBytes(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  if (size === 0) yield bytes
  else for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}
