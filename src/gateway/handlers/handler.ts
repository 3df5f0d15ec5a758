// What a handler receives and returns: values only, nothing of HTTP servers.
import type { RouteId, Routes } from '#shared/endpoints/routes'
import type { ModelEntry } from '#shared/models/catalog'
import type { HttpBody, HttpHeaders, HttpResponse } from '#shared/wire/http'
import type { ExchangeRecord } from '../exchange-log/exchange-log'
import type { Limits, Upstream } from '../ports'
import type { NameKeys } from './sealed-name'

/** The upstream and the gateway's settings are those of the moment when the request came. */
export interface HandlerRequest extends NameKeys {
  readonly upstream: Upstream
  /** Where something was created that a request names; undefined if it is no longer known. */
  readonly upstreamOf: (id: string) => Upstream | undefined
  /** From now on the request goes to this upstream. */
  readonly switchUpstream: (upstream: Upstream) => void
  readonly models: readonly ModelEntry[]
  readonly limits: Limits
  readonly version: string
  readonly dialect: 'gemini' | 'openai'
  readonly method: string
  /** As it came: `/v1beta` or `/v1/v1beta`; empty if the route has none. */
  readonly prefix: string
  /** As it came, percent-encoded, without the query. */
  readonly path: string
  /** As it came, without its `?`, without credentials. */
  readonly query: string
  /** The template's segments, decoded; a model without `models/`. */
  readonly parameters: Readonly<Record<string, string>>
  /** Without credentials. */
  readonly headers: HttpHeaders
  readonly body: HttpBody
  readonly signal: AbortSignal
  /** The gateway as the client addressed it: `http://127.0.0.1:4715`. */
  readonly origin: string
  readonly record: ExchangeRecord
}

/** One JSON document per event; what fails after the first byte is thrown as an `ApiError`. */
export interface EventStreamResponse {
  readonly status: 200
  readonly headers: HttpHeaders
  readonly framing: 'sse' | 'array'
  readonly events: AsyncIterable<string>
}

type AnswerOf<Id extends RouteId> = Routes[Id]['answer'] extends 'stream'
  ? HttpResponse | EventStreamResponse
  : HttpResponse

export type Handler<Id extends RouteId> = (request: HandlerRequest) => Promise<AnswerOf<Id>>

export type Handlers = { readonly [Id in RouteId]: Handler<Id> }

export function jsonResponse(value: unknown, status = 200): HttpResponse {
  const body = Buffer.from(JSON.stringify(value))
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body }
}
