// The way out to upstreams: whatever carries a call to an origin.
import type { HttpRequest, HttpResponse } from '#shared/wire/http'

export interface Outbound {
  /** `origin` is scheme, host and port. Answers as they come: no redirect is followed, nothing is sent twice. */
  readonly send: (origin: string, request: HttpRequest) => Promise<HttpResponse>
  /** Breaks off what is under way. */
  readonly close: () => Promise<void>
}

/** A proxy, or the direct way. */
export type ProxyRoute =
  | { readonly kind: 'direct' }
  | {
      readonly kind: 'http' | 'https' | 'socks4' | 'socks5'
      readonly host: string
      readonly port: number
      readonly credentials?: { readonly name: string; readonly password: string }
    }

/** Which way an origin is reached; asked once a call, answered from memory wherever it can be. */
export type FindProxy = (origin: string) => ProxyRoute | Promise<ProxyRoute>
