// Dependencies that the host provides to the gateway.
import type { ModelEntry } from '#shared/models/catalog'
import type { EndedExchange, EndedSummary, Refusal } from '#shared/schemas/exchange'
import type { HttpRequest, HttpResponse, RequestSignal, Send } from '#shared/wire/http'

/** Sends requests to models. Read once per request, so switching upstreams doesn't affect requests in progress. */
export interface Upstream {
  /** `demo`, `vendor` or the id of a profile. Sealed into names, so that work continues where it started. */
  readonly id: string
  readonly kind: EndedExchange['upstream']
  readonly send: Send
  /** Removes the upstream's keys and hosts from a text that clients will read. */
  readonly redact?: (text: string) => string
  /** Downloads a file from a URL outside of the routes, such as a signed link in an operation. */
  readonly open?: (url: string, request: HttpRequest) => Promise<HttpResponse>
  /** It supports `:batchEmbedContents`; otherwise the gateway sends each text of a batch separately. */
  readonly hasBatches?: boolean
  /** It gets requests of OpenAI clients as they are; otherwise the gateway translates them. */
  readonly speaksOpenAi?: boolean
  /** The models that its server has. If absent, the gateway's own catalog says which models exist. */
  readonly listModels?: (signal: RequestSignal) => Promise<readonly ModelEntry[]>
}

export interface Limits {
  /** Bytes of a JSON body. */
  readonly jsonBody: number
  /** Bytes of a multipart body. */
  readonly multipartBody: number
  /** Milliseconds a client may pause within its request body. */
  readonly requestBodyTimeout: number
  /** Milliseconds until an upstream must have sent its response headers. */
  readonly headersTimeout: number
  /** Milliseconds an upstream may pause within a response body. */
  readonly bodyTimeout: number
}

/** Bytes for the form around an audio file; the file may use the rest of `multipartBody`. */
export const formOverhead = 65_536

export const defaultLimits: Limits = {
  jsonBody: 100 * 1024 * 1024,
  multipartBody: 26_214_400 + formOverhead,
  requestBodyTimeout: 60_000,
  headersTimeout: 600_000,
  bodyTimeout: 300_000,
}

/** The sender of a key. */
export interface KeyOwner {
  /** ID of a named key; undefined for the local key and the application's own. */
  readonly id?: string | undefined
  /** The client of the requests; undefined if it is their User-Agent. */
  readonly client?: string | undefined
}

export interface SentKey extends KeyOwner {
  readonly key: string
}

/** Read again for every request: a rotated key, a new upstream or origin takes effect with the next one. */
export interface GatewayPorts {
  readonly localKey: () => string
  /** Finds the owner of any other accepted key. */
  readonly findKey?: ((key: string) => KeyOwner | undefined) | undefined
  /** Seals names instead of the local key, and outlives it. Not a credential. */
  readonly namingKey?: (() => string | undefined) | undefined
  readonly upstream: () => Upstream
  /** Finds an upstream by id, active or not. Undefined if it is no longer configured. */
  readonly upstreamOf: (id: string) => Upstream | undefined
  readonly models: () => readonly ModelEntry[]
  readonly allowedOrigins: () => readonly string[]
  readonly limits: () => Limits
  readonly version: string
  /**
   * Called when a request has ended whose client sent an accepted key, which is passed so that it can be redacted. Without
   * it, the request bodies are not kept.
   */
  readonly onExchange?: ((exchange: EndedExchange, sentKey?: string) => void) | undefined
  /** Called for the same requests, before `onExchange`. */
  readonly onSummary?: ((summary: EndedSummary, sentKey?: string) => void) | undefined
  /** Whether exchanges include the media of their bodies. */
  readonly retainsMedia?: (() => boolean) | undefined
  /** Called when a request is rejected before its client was authenticated. The exchange has no bodies; reading it takes time. */
  readonly onRefusal?: ((refusal: Refusal, readExchange: () => EndedExchange) => void) | undefined
  /** Called for every request, before anything is known of it. */
  readonly onStart?: (() => void) | undefined
}

export interface Outbound {
  /** `origin` is scheme, host and port. Follows no redirects and sends nothing twice. */
  readonly send: (origin: string, request: HttpRequest) => Promise<HttpResponse>
  /** Aborts requests in progress. */
  readonly close: () => Promise<void>
}

/** A proxy, or a direct connection. */
export type ProxyRoute =
  | { readonly kind: 'direct' }
  | {
      readonly kind: 'http' | 'https' | 'socks4' | 'socks5'
      readonly host: string
      readonly port: number
      readonly credentials?: { readonly name: string; readonly password: string }
    }

/** Finds the proxy of an origin. Called for each request, so results should be cached. */
export type FindProxy = (origin: string) => ProxyRoute | Promise<ProxyRoute>
