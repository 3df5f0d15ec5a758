// What the gateway asks of its host.
import type { ModelEntry } from '#shared/models/catalog'
import type { Exchange, Refusal } from '#shared/schemas/exchange'
import type { HttpRequest, HttpResponse, Send } from '#shared/wire/http'

/** A way to reach models. Taken once a call, so switching upstreams never disturbs work under way. */
export interface Upstream {
  /** `demo`, `vendor` or a service profile's id: sealed into every name, so that work goes on where it began. */
  readonly id: string
  readonly kind: Exchange['upstream']
  readonly send: Send
  /** Takes the upstream's key and host out of a text that a caller will read. */
  readonly redact?: (text: string) => string
  /** Fetches a file that an operation named by a whole address outside of the routes (a signed link). */
  readonly open?: (url: string, request: HttpRequest) => Promise<HttpResponse>
  /** It answers `:batchEmbedContents` itself; elsewhere the gateway makes single calls of a batch. */
  readonly hasBatches?: boolean
}

export interface Limits {
  /** Bytes of a JSON body. */
  readonly jsonBody: number
  /** Bytes of a multipart body. */
  readonly multipartBody: number
  /** Milliseconds a caller may be silent in the middle of its request's body. */
  readonly requestBodyTimeout: number
  /** Milliseconds until an upstream must have answered its headers. */
  readonly headersTimeout: number
  /** Milliseconds an upstream may be silent in the middle of a body. */
  readonly bodyTimeout: number
}

/** What the form around an audio file may take; the file itself may have the rest of `multipartBody`. */
export const formOverhead = 65_536

export const defaultLimits: Limits = {
  jsonBody: 100 * 1024 * 1024,
  multipartBody: 26_214_400 + formOverhead,
  requestBodyTimeout: 60_000,
  headersTimeout: 600_000,
  bodyTimeout: 300_000,
}

/** Read anew at each call: a rotated key, a new upstream or origin counts from the next call on. */
export interface GatewayPorts {
  readonly localKey: () => string
  /** Seals names in the place of the local key, and outlives it; no credential. */
  readonly namingKey?: (() => string | undefined) | undefined
  readonly upstream: () => Upstream
  /** One that need not be the chosen one: where an operation or a file was made. Undefined if it is no longer known. */
  readonly upstreamOf: (id: string) => Upstream | undefined
  readonly models: () => readonly ModelEntry[]
  readonly allowedOrigins: () => readonly string[]
  readonly limits: () => Limits
  readonly version: string
  /** The compiled `body-worker`; without it large bodies are validated in the gateway's own thread. */
  readonly bodyWorker?: string | undefined
  /** Of a caller that has shown the local key. */
  readonly onExchange: (exchange: Exchange) => void
  /** A request was refused before its caller had shown the key. */
  readonly onRefusal?: ((refusal: Refusal) => void) | undefined
}
