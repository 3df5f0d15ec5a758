// A push-to-pull byte queue with backpressure: pauses the sender while the reader is slow.

/** Queued bytes at which the sender is paused, unless another number is given. */
const defaultHighWater = 65_536

export class ChunkQueue implements AsyncIterableIterator<Uint8Array> {
  readonly #chunks: Uint8Array[] = []
  readonly #onCancel: (isPaused: boolean) => void
  readonly #highWater: number
  #queuedBytes = 0
  #ended = false
  #failure: Error | undefined
  #resume: (() => void) | undefined
  #reader: { resolve: (step: IteratorResult<Uint8Array>) => void; reject: (error: Error) => void } | undefined

  /** `onCancel` runs if the reader stops before the end. `isPaused`: the sender is, and will not be resumed. */
  constructor(onCancel: (isPaused: boolean) => void, highWater = defaultHighWater) {
    this.#onCancel = onCancel
    this.#highWater = highWater
  }

  /** Returns false if the sender should pause; `resume` is called once there is space again. */
  push(chunk: Uint8Array, resume: () => void): boolean {
    const reader = this.#reader
    if (reader) {
      this.#reader = undefined
      reader.resolve({ done: false, value: chunk })
      return true
    }
    this.#chunks.push(chunk)
    this.#queuedBytes += chunk.length
    if (this.#queuedBytes < this.#highWater) return true
    this.#resume = resume
    return false
  }

  /** Returns all bytes if they have arrived, at most `maxBytes`, and nothing was read before; else undefined. */
  readReceived(maxBytes: number): Uint8Array | undefined {
    const [first] = this.#chunks
    if (!this.#ended || this.#failure || this.#queuedBytes > maxBytes) return undefined
    const whole = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks, this.#queuedBytes)
    this.#chunks.length = 0
    this.#queuedBytes = 0
    return whole
  }

  end(): void {
    this.#ended = true
    this.#reader?.resolve({ done: true, value: undefined })
    this.#reader = undefined
  }

  /** Chunks that arrived before the failure can still be read. */
  fail(error: Error): void {
    if (this.#ended) return
    this.#ended = true
    this.#failure = error
    if (!this.#reader) return
    this.#reader.reject(error)
    this.#reader = undefined
    this.#failure = undefined
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    const chunk = this.#chunks.shift()
    if (chunk) {
      this.#queuedBytes -= chunk.length
      if (this.#resume && this.#queuedBytes < this.#highWater) this.#resumeSender(this.#resume)
      return Promise.resolve({ done: false, value: chunk })
    }
    if (this.#failure) return Promise.reject(this.#consumeFailure(this.#failure))
    if (this.#ended) return Promise.resolve({ done: true, value: undefined })
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject }
    })
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    this.#chunks.length = 0
    if (!this.#ended) {
      this.end()
      this.#onCancel(this.#resume !== undefined)
    }
    return Promise.resolve({ done: true, value: undefined })
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #resumeSender(resume: () => void): void {
    this.#resume = undefined
    resume()
  }

  /** Reports a failure once; after it the queue has ended. */
  #consumeFailure(failure: Error): Error {
    this.#failure = undefined
    return failure
  }
}
