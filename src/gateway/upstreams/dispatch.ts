// Carries calls over HTTP with undici's dispatcher: one pool an origin, chunks without web streams in between.
import { Pool } from 'undici'
import type Dispatcher from 'undici/types/dispatcher'
import type { Answer, Call, Headers, Send } from '#shared/wire/call'
import { ChunkFlow } from './chunk-flow'
import { toCancelled, toTransportError } from './transport-error'

export interface DispatcherSettings {
  /** Milliseconds until the answer's headers; 0 waits for ever. */
  readonly headersTimeout: number
  /** Milliseconds of silence within the answer's body; 0 waits for ever. */
  readonly bodyTimeout: number
  /** Certificates to trust instead of Node's own list, in PEM. */
  readonly certificates?: readonly string[]
}

export interface CallDispatcher {
  /** `origin` is scheme, host and port. Answers as they come: no redirect is followed, nothing is sent twice. */
  readonly sendTo: (origin: string) => Send
  readonly close: () => Promise<void>
}

/** Idle connections are kept this long, unless the other side says less. */
const keepAliveTimeout = 60_000

export function createDispatcher(settings: DispatcherSettings): CallDispatcher {
  const pools = new Map<string, Pool>()

  function poolOf(origin: string): Pool {
    const known = pools.get(origin)
    if (known) return known
    const ca = settings.certificates ? { ca: [...settings.certificates] } : {}
    const { headersTimeout, bodyTimeout } = settings
    const pool = new Pool(origin, { keepAliveTimeout, headersTimeout, bodyTimeout, connect: ca })
    pools.set(origin, pool)
    return pool
  }

  return {
    sendTo: (origin) => (call) => dispatch(poolOf(origin), call),
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
      pools.clear()
    },
  }
}

function dispatch(pool: Pool, call: Call): Promise<Answer> {
  if (call.signal.aborted) return Promise.reject(toCancelled())
  return new Promise((resolve, reject) => {
    const exchange = new DispatchedCall(call, resolve, reject)
    const { method, path, headers, body } = call
    // undici sends async iterables with back-pressure; its types know only Node's own streams.
    const options = { method, path, headers, body } as Dispatcher.DispatchOptions
    try {
      pool.dispatch(options, exchange)
    } catch (error) {
      exchange.onError(error as Error)
    }
  })
}

/** The handler of one call: undici pushes into it, the answer's body is pulled out of it. */
class DispatchedCall {
  readonly #flow = new ChunkFlow(() => this.#leave())
  readonly #signal: AbortSignal
  readonly #resolve: (answer: Answer) => void
  readonly #reject: (error: Error) => void
  #abort: (() => void) | undefined
  #resume: () => void = () => {}
  #left = false

  constructor(call: Call, resolve: (answer: Answer) => void, reject: (error: Error) => void) {
    this.#signal = call.signal
    this.#resolve = resolve
    this.#reject = reject
    call.signal.addEventListener('abort', this.#onAbort)
  }

  onConnect(abort: () => void): void {
    this.#abort = abort
    if (this.#left) abort()
  }

  onHeaders(status: number, rawHeaders: Buffer[], resume: () => void): boolean {
    if (status < 200) return true
    this.#resume = resume
    this.#resolve({ status, headers: readHeaders(rawHeaders), body: this.#flow })
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
    const told = this.#left ? toCancelled() : toTransportError(error)
    this.#reject(told)
    this.#flow.fail(told)
  }

  onUpgrade(): void {}
  onBodySent(): void {}

  readonly #onAbort = (): void => {
    this.#leave()
    const told = toCancelled()
    this.#reject(told)
    this.#flow.fail(told)
  }

  #leave(): void {
    this.#left = true
    this.#finish()
    this.#abort?.()
  }

  #finish(): void {
    this.#signal.removeEventListener('abort', this.#onAbort)
  }
}

function readHeaders(raw: readonly Buffer[]): Headers {
  const headers: Record<string, string> = {}
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = String(raw[index]?.toString('latin1')).toLowerCase()
    const value = String(raw[index + 1]?.toString('latin1'))
    const before = headers[name]
    headers[name] = before === undefined ? value : `${before}, ${value}`
  }
  return headers
}
