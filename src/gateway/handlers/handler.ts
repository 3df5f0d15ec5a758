// Types of what a handler receives and returns, independent of the HTTP server.
import type { RouteId, Routes } from '#shared/endpoints/routes'
import type { HttpHeaders, HttpResponse } from '#shared/wire/http'
import type { RequestContext } from '../server/request-context'
import type { EventBatch } from './scan-events'

/** Fields for the server only. */
type ServerState = 'incoming' | 'outgoing' | 'clientHeaders' | 'common' | 'match' | 'isAdmitted' | 'check'

export type HandlerRequest = Readonly<Omit<RequestContext, ServerState>>

/** An error after the first byte is thrown as an `ApiError`. */
export interface EventStreamResponse {
  readonly status: 200
  readonly headers: HttpHeaders
  /** `openai`: server-sent events whose errors have OpenAI's form. */
  readonly framing: 'sse' | 'array' | 'openai'
  readonly events: AsyncIterable<EventBatch>
}

type ResponseOf<Id extends RouteId> = Routes[Id]['responseType'] extends 'stream' | 'json-or-stream'
  ? HttpResponse | EventStreamResponse
  : HttpResponse

export type Handler<Id extends RouteId> = (request: HandlerRequest) => Promise<ResponseOf<Id>>

export type Handlers = { readonly [Id in RouteId]: Handler<Id> }

export function jsonResponse(value: unknown, status = 200): HttpResponse {
  const body = Buffer.from(JSON.stringify(value))
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body }
}
