// What a handler is given and what it answers with: values only, nothing of HTTP servers.
import type { RouteId, Routes } from '#shared/endpoints/routes'
import type { ModelEntry } from '#shared/models/catalogue'
import type { Answer, Body, Headers } from '#shared/wire/call'
import type { Limits, Upstream } from '../ports'
import type { NameKeys } from './sealed-name'

/** What only the handler can tell the exchange log. */
export interface ExchangeNotes {
  readonly noteModel: (model: string) => void
  /** Another upstream than the active one answers. */
  readonly noteUpstream: (kind: Upstream['kind']) => void
  readonly noteSent: () => void
  readonly noteUpstreamHeaders: () => void
  /** Stands in the log for a body that was never held. */
  readonly noteRequest: (description: string) => void
  /** An answer's `usageMetadata`, unchecked; the last one counts. */
  readonly noteUsage: (usage: unknown) => void
}

/** The host's answers of this moment, the same for the whole call. */
export interface Surroundings extends NameKeys {
  readonly upstream: Upstream
  /** Where something was made that a call names; undefined where it is no longer known. */
  readonly upstreamOf: (id: string) => Upstream | undefined
  readonly models: readonly ModelEntry[]
  readonly limits: Limits
  readonly version: string
}

export interface GatewayCall<Id extends RouteId = RouteId> extends Surroundings {
  readonly id: Id
  readonly method: string
  /** As it came: `/v1beta` or `/v1/v1beta`; empty where the route has none. */
  readonly prefix: string
  /** As it came, percent-encoded, without the query. */
  readonly path: string
  /** As it came, without its `?`, without credentials. */
  readonly query: string
  /** The template's segments, decoded; a model without `models/`. */
  readonly parameters: Readonly<Record<string, string>>
  /** Without credentials. */
  readonly headers: Headers
  readonly body: Body
  readonly signal: AbortSignal
  /** The gateway as the caller addressed it: `http://127.0.0.1:4715`. */
  readonly origin: string
  readonly notes: ExchangeNotes
}

/** One JSON document a piece; what fails after the first byte is thrown as an `ApiError`. */
export interface EventsAnswer {
  readonly status: 200
  readonly headers: Headers
  readonly framing: 'sse' | 'array'
  readonly events: AsyncIterable<string>
}

type AnswerOf<Id extends RouteId> = Routes[Id]['answer'] extends 'stream' ? Answer | EventsAnswer : Answer

export type Handler<Id extends RouteId> = (call: GatewayCall<Id>) => Promise<AnswerOf<Id>>

export type Handlers = { readonly [Id in RouteId]: Handler<Id> }

export function answerJson(value: unknown, status = 200): Answer {
  const body = Buffer.from(JSON.stringify(value))
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body }
}
