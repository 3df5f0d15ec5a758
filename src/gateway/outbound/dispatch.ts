// Sends requests over HTTP with undici's dispatcher: one pool per origin and proxy, without web streams.
import { createSecureContext, type SecureContext } from 'node:tls'
import { Pool } from 'undici'
import type Dispatcher from 'undici/types/dispatcher'
import type { HttpHeaders, HttpRequest, HttpResponse } from '#shared/wire/http'
import { ChunkQueue } from './chunk-queue'
import type { FindProxy, Outbound, ProxyRoute } from './outbound'
import { connectorFor, toProxyHeaders, usesAbsoluteForm } from './proxy-connect'
import { type ConnectFault, toCancelled, toConnectError, toTransportError } from './transport-error'

export interface DispatcherSettings {
  /** Milliseconds until a connection must be established, to a proxy and through it; 10 s if absent, 0 waits forever. */
  readonly connectTimeout?: number
  /** Milliseconds until the answer's headers; 0 waits for ever. */
  readonly headersTimeout: number
  /** Milliseconds of silence within the answer's body; 0 waits for ever. */
  readonly bodyTimeout: number
  /** Certificates to trust instead of Node's own list, in PEM. */
  readonly certificates?: readonly string[]
  /** The direct way if absent. */
  readonly findProxy?: FindProxy
}

/** Idle connections are kept this long, unless the other side says less. */
const keepAliveTimeout = 60_000
const usualConnectTimeout = 10_000
const direct: ProxyRoute = { kind: 'direct' }

/** The pool of an origin and a route, and what a proxy wants of each request beside the connection. */
interface Way {
  readonly pool: Pool
  /** Absent if the request's own path goes out as it is. */
  readonly wholeAddress?: { readonly origin: string; readonly headers: Readonly<Record<string, string>> }
}

export interface RetiringOutbound extends Outbound {
  /** To be used no more: idle connections close now, the others once what is under way has ended; then it resolves. */
  readonly retire: () => Promise<void>
}

export function createDispatcher(settings: DispatcherSettings): RetiringOutbound {
  const ways = new Map<string, Way>()
  const pools = new Set<Pool>()
  let isRetired = false
  let secureContext: SecureContext | undefined

  function wayOf(origin: string, route: ProxyRoute): Way {
    const name = route.kind === 'direct' ? origin : nameWay(origin, route)
    const known = ways.get(name)
    if (known) return known
    const way = openWay(origin, route)
    ways.set(name, way)
    return way
  }

  function openWay(origin: string, route: ProxyRoute): Way {
    // Read once: some two hundred certificates for every single connection would cost tens of milliseconds.
    if (settings.certificates) secureContext ??= trust(settings.certificates)
    const { headersTimeout, bodyTimeout, connectTimeout: timeout = usualConnectTimeout } = settings
    const connect = connectorFor(route, { timeout, secureContext })
    const pool = new Pool(origin, { keepAliveTimeout, headersTimeout, bodyTimeout, connect })
    pools.add(pool)
    if (route.kind === 'direct' || !usesAbsoluteForm(route, origin)) return { pool }
    return { pool, wholeAddress: { origin, headers: toProxyHeaders(route) } }
  }

  /** A call that looked for its proxy meanwhile goes out all the same, and takes its pool along. */
  function carry(origin: string, route: ProxyRoute, call: HttpRequest): Promise<HttpResponse> {
    const answer = dispatch(wayOf(origin, route), call)
    if (isRetired) void retire()
    return answer
  }

  async function retire(): Promise<void> {
    isRetired = true
    ways.clear()
    await Promise.all([...pools].filter(({ closed }) => !closed).map((pool) => pool.close()))
  }

  function send(origin: string, call: HttpRequest): Promise<HttpResponse> {
    try {
      const route = settings.findProxy?.(origin) ?? direct
      if ('kind' in route) return carry(origin, route, call)
      return untilAborted(route, call.signal).then((found) => carry(origin, found, call), refuse)
    } catch (error) {
      return refuse(error)
    }
  }

  return {
    send: (origin, call) => send(origin, call),
    close: async () => {
      await Promise.all([...pools].map((pool) => pool.destroy()))
      pools.clear()
      ways.clear()
    },
    retire,
  }
}

/** As curl and Chromium do: who vouches for an authority in between, or for a server itself, need not know its root. */
function trust(certificates: readonly string[]): SecureContext {
  return createSecureContext({ ca: [...certificates], allowPartialTrustChain: true })
}

function refuse(error: unknown): Promise<never> {
  return Promise.reject(toTransportError(error))
}

function nameWay(origin: string, route: Exclude<ProxyRoute, { kind: 'direct' }>): string {
  const { kind, host, port, credentials } = route
  return JSON.stringify([origin, kind, host, port, credentials?.name, credentials?.password])
}

/** Looking for a proxy may take seconds; who goes away meanwhile need not wait for it. */
function untilAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(toCancelled())
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort)
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

function dispatch({ pool, wholeAddress }: Way, call: HttpRequest): Promise<HttpResponse> {
  if (call.signal.aborted) return Promise.reject(toCancelled())
  return new Promise((resolve, reject) => {
    const exchange = new ResponseHandler(
      { signal: call.signal, isReadByProxy: wholeAddress !== undefined },
      resolve,
      reject,
    )
    const { method, path, headers, body } = call
    const written = wholeAddress
      ? { path: wholeAddress.origin + path, headers: { ...headers, ...wholeAddress.headers } }
      : { path, headers }
    // undici sends async iterables with back-pressure; its types know only Node's own streams.
    const options = { method, ...written, body } as Dispatcher.DispatchOptions
    try {
      pool.dispatch(options, exchange)
    } catch (error) {
      exchange.onError(error as Error)
    }
  })
}

interface DispatchedCallSettings {
  readonly signal: AbortSignal
  /** A proxy reads this request, and may refuse it in the upstream's place. */
  readonly isReadByProxy: boolean
}

class ResponseHandler {
  readonly #flow = new ChunkQueue(() => this.#leave())
  readonly #settings: DispatchedCallSettings
  readonly #resolve: (answer: HttpResponse) => void
  readonly #reject: (error: Error) => void
  #abort: (() => void) | undefined
  #resume: () => void = () => {}
  #left = false

  constructor(
    settings: DispatchedCallSettings,
    resolve: (answer: HttpResponse) => void,
    reject: (error: Error) => void,
  ) {
    this.#settings = settings
    this.#resolve = resolve
    this.#reject = reject
    settings.signal.addEventListener('abort', this.#onAbort)
  }

  onConnect(abort: () => void): void {
    this.#abort = abort
    if (this.#left) abort()
  }

  onHeaders(status: number, rawHeaders: Buffer[], resume: () => void): boolean {
    if (status < 200) return true
    const headers = readHeaders(rawHeaders)
    const fault = this.#settings.isReadByProxy ? readProxyRefusal(status, headers) : undefined
    if (fault) return this.#refuseForProxy(fault)
    this.#resume = resume
    this.#resolve({ status, headers, body: this.#flow })
    return true
  }

  onData(chunk: Buffer): boolean {
    return this.#flow.push(chunk, this.#resume)
  }

  onComplete(): void {
    this.#finish()
    this.#flow.end()
  }

  onError(error: Error): void {
    this.#finish()
    const reason = this.#left ? toCancelled() : toTransportError(error)
    this.#reject(reason)
    this.#flow.fail(reason)
  }

  onUpgrade(): void {}
  onBodySent(): void {}

  readonly #onAbort = (): void => {
    this.#leave()
    const reason = toCancelled()
    this.#reject(reason)
    this.#flow.fail(reason)
  }

  #leave(): void {
    this.#left = true
    this.#finish()
    this.#abort?.()
  }

  #refuseForProxy(fault: ConnectFault): boolean {
    this.onError(toConnectError(fault))
    this.#abort?.()
    return true
  }

  #finish(): void {
    this.#settings.signal.removeEventListener('abort', this.#onAbort)
  }
}

/** A 403 is the upstream's, unless the proxy signs it: in Squid's header, or in that of RFC 9209. */
function readProxyRefusal(status: number, headers: HttpHeaders): ConnectFault | undefined {
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
