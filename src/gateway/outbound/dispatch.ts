// Sends requests over HTTP with undici's dispatcher: one pool per origin and proxy, without web streams.
import { createSecureContext, type SecureContext } from 'node:tls'
import { Pool } from 'undici'
import type Dispatcher from 'undici/types/dispatcher'
import type { HttpHeaders, HttpRequest, HttpResponse, RequestSignal } from '#shared/wire/http'
import type { FindProxy, Outbound, ProxyRoute } from '../ports'
import { ChunkQueue } from './chunk-queue'
import { connectorFor, toProxyHeaders, usesAbsoluteForm } from './proxy-connect'
import { type ConnectFault, toCancelled, toConnectError, toTransportError } from './transport-error'

export interface DispatcherSettings {
  /** Milliseconds until a connection must be established, to a proxy and through it; 10 s if absent, 0 waits forever. */
  readonly connectTimeout?: number
  /** Milliseconds until the response headers; 0 waits forever. */
  readonly headersTimeout: number
  /** Milliseconds without data within the response body; 0 waits forever. */
  readonly bodyTimeout: number
  /** Certificates to trust instead of Node's own list, in PEM. */
  readonly certificates?: readonly string[]
  /** Connections are direct if absent. */
  readonly findProxy?: FindProxy
}

/** Bytes of a response that are read ahead of a slow reader: several of the largest chunks that a socket reads. */
const maxQueuedBytes = 262_144

/**
 * Bytes and milliseconds for which the rest of a response is received that is not read to its end. Many servers send the end
 * of the body apart from the last event, and a connection can be used again only after it.
 */
const maxUnreadBytes = 65_536
const maxUnreadMs = 100

/** Milliseconds for which idle connections stay open, unless the server allows less. */
const keepAliveTimeout = 60_000
const defaultConnectTimeout = 10_000
const direct: ProxyRoute = { kind: 'direct' }

/** The pool of an origin and a route, and what a proxy needs in each request. */
interface Transport {
  readonly pool: Pool
  /** Present if the request line must have the absolute URL. */
  readonly absoluteForm?: { readonly origin: string; readonly headers: Readonly<Record<string, string>> }
}

export interface RetiringOutbound extends Outbound {
  /** Closes idle connections now, the others when their requests have ended; then it resolves. */
  readonly retire: () => Promise<void>
}

export function createDispatcher(settings: DispatcherSettings): RetiringOutbound {
  const transports = new Map<string, Transport>()
  const pools = new Set<Pool>()
  let isRetired = false
  let secureContext: SecureContext | undefined

  function transportFor(origin: string, route: ProxyRoute): Transport {
    const name = route.kind === 'direct' ? origin : transportKey(origin, route)
    const existing = transports.get(name)
    if (existing) return existing
    const transport = openTransport(origin, route)
    transports.set(name, transport)
    return transport
  }

  function openTransport(origin: string, route: ProxyRoute): Transport {
    // Created once: parsing about two hundred certificates takes tens of milliseconds.
    if (settings.certificates) secureContext ??= createTrustContext(settings.certificates)
    const { headersTimeout, bodyTimeout, connectTimeout: timeout = defaultConnectTimeout } = settings
    const connect = connectorFor(route, timeout, secureContext)
    const pool = new Pool(origin, { keepAliveTimeout, headersTimeout, bodyTimeout, connect })
    pools.add(pool)
    if (route.kind === 'direct' || !usesAbsoluteForm(route, origin)) return { pool }
    return { pool, absoluteForm: { origin, headers: toProxyHeaders(route) } }
  }

  /** A request that was finding its proxy at `retire` is still sent, and its pool retired after it. */
  function sendVia(origin: string, route: ProxyRoute, request: HttpRequest): Promise<HttpResponse> {
    const response = dispatch(transportFor(origin, route), request)
    if (isRetired) void retire()
    return response
  }

  async function retire(): Promise<void> {
    isRetired = true
    transports.clear()
    await Promise.all([...pools].filter(({ closed }) => !closed).map((pool) => pool.close()))
  }

  function send(origin: string, request: HttpRequest): Promise<HttpResponse> {
    try {
      const route = settings.findProxy?.(origin) ?? direct
      if ('kind' in route) return sendVia(origin, route, request)
      return untilAborted(route, request.signal).then(
        (found) => sendVia(origin, found, request),
        rejectRequest,
      )
    } catch (error) {
      return rejectRequest(error)
    }
  }

  return {
    send: (origin, request) => send(origin, request),
    close: async () => {
      await Promise.all([...pools].map((pool) => pool.destroy()))
      pools.clear()
      transports.clear()
    },
    retire,
  }
}

/** As in curl and Chromium, trusting an intermediate or a server certificate does not require its root. */
function createTrustContext(certificates: readonly string[]): SecureContext {
  return createSecureContext({ ca: [...certificates], allowPartialTrustChain: true })
}

function rejectRequest(error: unknown): Promise<never> {
  return Promise.reject(toTransportError(error))
}

function transportKey(origin: string, route: Exclude<ProxyRoute, { kind: 'direct' }>): string {
  const { kind, host, port, credentials } = route
  return JSON.stringify([origin, kind, host, port, credentials?.name, credentials?.password])
}

/** Finding a proxy may take seconds, in which the request can be aborted. */
function untilAborted<T>(response: Promise<T>, signal: RequestSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(toCancelled())
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort)
    response.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

function dispatch({ pool, absoluteForm }: Transport, request: HttpRequest): Promise<HttpResponse> {
  if (request.signal.aborted) return Promise.reject(toCancelled())
  return new Promise((resolve, reject) => {
    const handler = new ResponseHandler(request.signal, absoluteForm !== undefined, resolve, reject)
    const { method, body } = request
    const path = absoluteForm ? absoluteForm.origin + request.path : request.path
    const headers = absoluteForm ? { ...request.headers, ...absoluteForm.headers } : request.headers
    // undici sends async iterables with backpressure, but its types have only Node's streams.
    const options = { method, path, headers, body } as Dispatcher.DispatchOptions
    try {
      pool.dispatch(options, handler)
    } catch (error) {
      handler.onError(error as Error)
    }
  })
}

class ResponseHandler {
  readonly #body = new ChunkQueue((isPaused) => this.#stopReading(isPaused), maxQueuedBytes)
  readonly #signal: RequestSignal
  readonly #isReadByProxy: boolean
  readonly #resolve: (response: HttpResponse) => void
  readonly #reject: (error: Error) => void
  #abort: (() => void) | undefined
  #resume: () => void = () => {}
  #isCancelled = false
  /** Received after the reader has stopped. */
  #unreadBytes = 0
  #unreadTimer: NodeJS.Timeout | undefined

  /** `isReadByProxy`: a proxy reads this request, and may reject it in place of the upstream. */
  constructor(
    signal: RequestSignal,
    isReadByProxy: boolean,
    resolve: (response: HttpResponse) => void,
    reject: (error: Error) => void,
  ) {
    this.#signal = signal
    this.#isReadByProxy = isReadByProxy
    this.#resolve = resolve
    this.#reject = reject
    signal.addEventListener('abort', this.#onAbort)
  }

  onConnect(abort: () => void): void {
    this.#abort = abort
    if (this.#isCancelled) abort()
  }

  onHeaders(status: number, rawHeaders: Buffer[], resume: () => void): boolean {
    if (status < 200) return true
    const headers = readHeaders(rawHeaders)
    const fault = this.#isReadByProxy ? findProxyFault(status, headers) : undefined
    if (fault) return this.#failForProxy(fault)
    this.#resume = resume
    this.#resolve({ status, headers, body: this.#body })
    return true
  }

  onData(chunk: Buffer): boolean {
    if (!this.#unreadTimer) return this.#body.push(chunk, this.#resume)
    this.#unreadBytes += chunk.length
    if (this.#unreadBytes > maxUnreadBytes) this.#cancel()
    return true
  }

  onComplete(): void {
    this.#finish()
    this.#body.end()
  }

  onError(error: Error): void {
    this.#finish()
    const reason = this.#isCancelled ? toCancelled() : toTransportError(error)
    this.#reject(reason)
    this.#body.fail(reason)
  }

  onUpgrade(): void {}
  onBodySent(): void {}

  readonly #onAbort = (): void => {
    this.#cancel()
    const reason = toCancelled()
    this.#reject(reason)
    this.#body.fail(reason)
  }

  #stopReading(isPaused: boolean): void {
    if (isPaused) this.#cancel()
    else this.#unreadTimer = setTimeout(() => this.#cancel(), maxUnreadMs)
  }

  #cancel(): void {
    this.#isCancelled = true
    this.#finish()
    this.#abort?.()
  }

  #failForProxy(fault: ConnectFault): boolean {
    this.onError(toConnectError(fault))
    this.#abort?.()
    return true
  }

  #finish(): void {
    clearTimeout(this.#unreadTimer)
    this.#signal.removeEventListener('abort', this.#onAbort)
  }
}

/** A 403 is the upstream's, unless the proxy marks it as its own: in Squid's header, or in that of RFC 9209. */
function findProxyFault(status: number, headers: HttpHeaders): ConnectFault | undefined {
  if (status === 407) return 'PROXY_CREDENTIALS'
  const isSigned = 'x-squid-error' in headers || /;\s*error=/.test(headers['proxy-status'] ?? '')
  return status === 403 && isSigned ? 'PROXY_REFUSED' : undefined
}

function readHeaders(raw: readonly Buffer[]): HttpHeaders {
  const headers: Record<string, string> = {}
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = String(raw[index]?.toString('latin1')).toLowerCase()
    const value = String(raw[index + 1]?.toString('latin1'))
    const before = Object.hasOwn(headers, name) ? headers[name] : undefined
    headers[name] = before === undefined ? value : `${before}, ${value}`
  }
  return headers
}
