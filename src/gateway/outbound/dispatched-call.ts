// The handler of one dispatched call: undici pushes into it, the answer's body is pulled out of it.
import type { Answer, Headers } from '#shared/wire/call'
import { ChunkFlow } from './chunk-queue'
import { type ConnectFault, toCancelled, toConnectError, toTransportError } from './transport-error'

interface DispatchedCallSettings {
  readonly signal: AbortSignal
  /** A proxy reads this request, and may refuse it in the upstream's place. */
  readonly isReadByProxy: boolean
}

export class DispatchedCall {
  readonly #flow = new ChunkFlow(() => this.#leave())
  readonly #settings: DispatchedCallSettings
  readonly #resolve: (answer: Answer) => void
  readonly #reject: (error: Error) => void
  #abort: (() => void) | undefined
  #resume: () => void = () => {}
  #left = false

  constructor(
    settings: DispatchedCallSettings,
    resolve: (answer: Answer) => void,
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
function readProxyRefusal(status: number, headers: Headers): ConnectFault | undefined {
  if (status === 407) return 'PROXY_CREDENTIALS'
  const isSigned = 'x-squid-error' in headers || /;\s*error=/.test(headers['proxy-status'] ?? '')
  return status === 403 && isSigned ? 'PROXY_REFUSED' : undefined
}

function readHeaders(raw: readonly Buffer[]): Headers {
  const headers: Record<string, string> = {}
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = String(raw[index]?.toString('latin1')).toLowerCase()
    const value = String(raw[index + 1]?.toString('latin1'))
    const before = Object.hasOwn(headers, name) ? headers[name] : undefined
    headers[name] = before === undefined ? value : `${before}, ${value}`
  }
  return headers
}
