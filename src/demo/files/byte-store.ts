// Stores bytes in memory up to a limit: the oldest are released for the newest.
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { ApiError } from '#shared/schemas/api-error'

/** The cost of an entry beside its bytes, so that very many very small ones count too. */
const overhead = 512

/** Small chunks are joined into blocks of this size: each alone would cost more than its bytes. */
const blockSize = 65_536

interface Usage {
  readonly limit: number
  /** In the order they came. */
  readonly entries: Set<StoredBytes>
  used: number
}

export interface ByteStore {
  /** Bytes that one entry may have at most, and all of them together. */
  readonly limit: number
  readonly open: () => StoredBytes
}

export function createByteStore(limit: number): ByteStore {
  const usage: Usage = { limit, entries: new Set(), used: 0 }
  return { limit, open: () => new StoredBytes(usage) }
}

export class StoredBytes {
  readonly #usage: Usage
  readonly #hash = createHash('sha256')
  #chunks: Buffer[] = []
  #loose: Uint8Array[] = []
  #looseSize = 0
  #size = 0
  #weight = 0

  constructor(usage: Usage) {
    this.#usage = usage
    usage.entries.add(this)
    this.#weigh(overhead)
  }

  get size(): number {
    return this.#size
  }

  /** Its bytes are gone: released by its owner, or because others needed the room. */
  get isReleased(): boolean {
    return !this.#usage.entries.has(this)
  }

  /** Throws an `ApiError` if even an empty store has no room for so much, or these bytes have been released. */
  append(chunk: Uint8Array): void {
    if (this.isReleased)
      throw new ApiError('NOT_FOUND', 'This upload had to give way to newer ones. Start it again.')
    if (this.#size + chunk.length > this.#usage.limit) throw sizeLimitError(this.#usage.limit)
    this.#weigh(chunk.length)
    this.#hash.update(chunk)
    this.#size += chunk.length
    this.#loose.push(chunk)
    this.#looseSize += chunk.length
    if (this.#looseSize >= blockSize) this.#join()
  }

  read(): Buffer {
    this.#join()
    const [first] = this.#chunks
    const whole = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks, this.#size)
    this.#chunks = [whole]
    return whole
  }

  /** SHA-256 of all bytes, in hexadecimal. */
  digest(): string {
    return this.#hash.copy().digest('hex')
  }

  release(): void {
    if (!this.#usage.entries.delete(this)) return
    this.#usage.used -= this.#weight
    this.#chunks = []
    this.#loose = []
    this.#size = 0
  }

  #join(): void {
    if (this.#loose.length > 0) this.#chunks.push(Buffer.concat(this.#loose, this.#looseSize))
    this.#loose = []
    this.#looseSize = 0
  }

  #weigh(bytes: number): void {
    const { limit, entries } = this.#usage
    this.#weight += bytes
    this.#usage.used += bytes
    for (const other of entries) {
      if (this.#usage.used <= limit) return
      if (other !== this) other.release()
    }
  }
}

export function sizeLimitError(limit: number, size?: number): ApiError {
  const has = size === undefined ? 'this one is larger' : `this one has ${size} bytes`
  return new ApiError(
    'PAYLOAD_TOO_LARGE',
    `The demo service keeps uploaded files in memory, ${limit} bytes (${Math.floor(limit / 1_048_576)} MB) at most; ${has}.`,
  )
}
