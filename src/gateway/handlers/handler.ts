// Types of what a handler receives and returns, independent of the HTTP server.
import type { RouteId, Routes } from '#shared/endpoints/routes'
import type { ModelEntry } from '#shared/models/catalog'
import type { HttpBody, HttpHeaders, HttpResponse, RequestSignal } from '#shared/wire/http'
import type { ExchangeRecord } from '../exchange-log/exchange-log'
import type { TranslatedCall } from '../openai-to-gemini/translate-call'
import type { GatewayPorts, Limits, Upstream } from '../ports'
import type { EventBatch } from '../scan-events'
import type { NameKeys } from './sealed-name'

/** What a handler reads of a request. */
export interface HandlerRequest extends NameKeys {
  readonly method: string
  /** As the client sent it, percent-encoded, without the query. */
  readonly path: string
  /** As the client sent it, without `?` and credentials. */
  readonly query: string
  /** `/v1beta` or `/v1/v1beta`, as the client sent it; empty if the route has none. */
  readonly prefix: string
  /** The template's segments, decoded; a model without `models/`. */
  readonly parameters: Readonly<Record<string, string>>
  /** Without credentials. */
  readonly headers: HttpHeaders
  readonly body: HttpBody
  /** The gateway as the client addressed it: `http://127.0.0.1:4715`. */
  readonly origin: string
  readonly dialect: 'gemini' | 'openai'
  readonly signal: RequestSignal
  /** The model that the JSON body names; empty if it is in the path or a form. */
  readonly namedModel: string
  /** The translated body of an OpenAI client; undefined if the upstream gets it as it is. */
  readonly call: TranslatedCall | undefined
  readonly models: readonly ModelEntry[]
  readonly limits: Limits
  readonly version: string
  readonly upstream: Upstream
  /** The upstream that created something the request names; undefined if it is no longer configured. */
  readonly upstreamOf: GatewayPorts['upstreamOf']
  /** Sends the request to this upstream instead. */
  readonly switchUpstream: (upstream: Upstream) => void
  /** Removes the upstream's keys and hosts, and anything that looks like a credential, from a text. */
  readonly redact: (text: string) => string
  readonly record: ExchangeRecord
  /** Returns the metrics as Prometheus text. */
  readonly metrics: () => string
  /** OpenAPI descriptions by the origin of the gateway. */
  readonly apiDescriptions: Map<string, HttpResponse>
}

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
