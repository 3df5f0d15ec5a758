// Interfaces of the transport to upstreams.
import type { HttpRequest, HttpResponse } from '#shared/wire/http'

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
