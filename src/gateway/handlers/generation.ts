// Text and image generation, complete or streaming, and token counts (E2–E9, E11–E13, E15–E17).
import { ApiError } from '#shared/schemas/api-error'
import type { HttpRequest, HttpResponse } from '#shared/wire/http'
import { detectEvents, readBody, streamBody } from '#shared/wire/read-body'
import type { EventStreamResponse, HandlerRequest, Handlers } from './handler'
import { parseStreamError, readModelEvents } from './model-events'
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
