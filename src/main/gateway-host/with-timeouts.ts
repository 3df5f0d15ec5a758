// Adds headers and body timeouts to an outbound transport that has none.
import type { Outbound } from '#gateway/outbound/outbound'
import { toTransportError } from '#gateway/outbound/transport-error'
import type { HttpBody, HttpRequest } from '#shared/wire/http'

/** Milliseconds, as the dispatcher has them. */
export interface Timeouts {
  /** From the last byte sent until the answer's headers. */
  readonly headersTimeout: number
  /** Of silence within the answer's body, while somebody waits for it. */
  readonly bodyTimeout: number
}

export function withTimeouts(outbound: Outbound, timeouts: Timeouts): Outbound {
  return {
    send: async (origin, call) => {
      const watch = new Watch(call)
      try {
        watch.begin('UND_ERR_HEADERS_TIMEOUT', timeouts.headersTimeout)
        const body = watch.whileSending(call.body, timeouts.headersTimeout)
        const answer = await outbound.send(origin, { ...call, body, signal: watch.signal })
        watch.pause()
        if (answer.body === null || answer.body instanceof Uint8Array) return watch.release(answer)
        return { ...answer, body: new WatchedBody(answer.body, watch, timeouts.bodyTimeout) }
      } catch (error) {
        throw watch.explain(error)
      }
    },
    close: outbound.close,
  }
}

type TimeoutCode = 'UND_ERR_HEADERS_TIMEOUT' | 'UND_ERR_BODY_TIMEOUT'

/** The timer of one request: aborts the request when it ends, and explains why. */
class Watch {
  readonly #leaving = new AbortController()
  readonly #callersSignal: AbortSignal
  readonly #onAbort = (): void => this.#leaving.abort()
  #timer: NodeJS.Timeout | undefined
  #silence: TimeoutCode | undefined

  constructor({ signal }: HttpRequest) {
    this.#callersSignal = signal
    if (signal.aborted) this.#leaving.abort()
    signal.addEventListener('abort', this.#onAbort)
  }

  get signal(): AbortSignal {
    return this.#leaving.signal
  }

  begin(silence: TimeoutCode, milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#silence = silence
      this.#leaving.abort()
    }, milliseconds)
  }

  pause(): void {
    clearTimeout(this.#timer)
  }

  /** What is still being sent has not been silent. */
  whileSending(body: HttpBody, milliseconds: number): HttpBody {
    if (body === null || body instanceof Uint8Array) return body
    const begin = () => this.begin('UND_ERR_HEADERS_TIMEOUT', milliseconds)
    return (async function* () {
      for await (const chunk of body) {
        begin()
        yield chunk
      }
    })()
  }

  /** The exchange is over. */
  release<Outcome>(outcome: Outcome): Outcome {
    clearTimeout(this.#timer)
    this.#callersSignal.removeEventListener('abort', this.#onAbort)
    return outcome
  }

  explain(error: unknown): unknown {
    this.release(error)
    if (!this.#silence) return error
    return toTransportError(Object.assign(new Error(this.#silence), { code: this.#silence }))
  }
}

/** Not a generator: a reader may leave while it waits for the next chunk. */
class WatchedBody implements AsyncIterableIterator<Uint8Array> {
  readonly #iterator: AsyncIterator<Uint8Array>
  readonly #watch: Watch
  readonly #bodyTimeout: number

  constructor(body: AsyncIterable<Uint8Array>, watch: Watch, bodyTimeout: number) {
    this.#iterator = body[Symbol.asyncIterator]()
    this.#watch = watch
    this.#bodyTimeout = bodyTimeout
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    this.#watch.begin('UND_ERR_BODY_TIMEOUT', this.#bodyTimeout)
    try {
      const step = await this.#iterator.next()
      this.#watch.pause()
      return step.done ? this.#watch.release(step) : step
    } catch (error) {
      throw this.#watch.explain(error)
    }
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#watch.release(undefined)
    await this.#iterator.return?.()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
