// What the gateway asks of its host.
import type { ModelEntry } from '#shared/models/catalogue'
import type { Exchange } from '#shared/schemas/exchange'
import type { Send } from '#shared/wire/call'

/** A way to reach models. Taken once a call, so switching upstreams never disturbs work under way. */
export interface Upstream {
  readonly kind: Exchange['upstream']
  readonly send: Send
}

export interface Limits {
  /** Bytes of a JSON body. */
  readonly jsonBody: number
  /** Bytes of a multipart body. */
  readonly multipartBody: number
  /** Milliseconds until an upstream must have answered its headers. */
  readonly upstreamHeaders: number
  /** Milliseconds an upstream may be silent in the middle of a body. */
  readonly upstreamSilence: number
}

export const defaultLimits: Limits = {
  jsonBody: 100 * 1024 * 1024,
  multipartBody: 26_214_400 + 65_536,
  upstreamHeaders: 600_000,
  upstreamSilence: 300_000,
}

/** Read anew at each call: a rotated key, a new upstream or origin counts from the next call on. */
export interface GatewayPorts {
  readonly localKey: () => string
  readonly upstream: () => Upstream
  readonly models: () => readonly ModelEntry[]
  readonly allowedOrigins: () => readonly string[]
  readonly limits: () => Limits
  readonly version: string
  readonly onExchange: (exchange: Exchange) => void
}
