// Stores bytes in memory up to a limit. The oldest entries are released for the newest.
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { ApiError } from '#shared/schemas/api-error'

/** The cost of an entry besides its bytes, so that the number of tiny entries is limited too. */
const overhead = 512

/** Small chunks are joined into blocks of this size, because each alone would cost more than its bytes. */
const blockSize = 65_536

interface Usage {
  readonly limit: number
  /** Ordered by creation. */
  readonly entries: Set<StoredBytes>
  used: number
}

export interface ByteStore {
  /** Maximum bytes of one entry, and of all entries together. */
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
  #pending: Uint8Array[] = []
  #pendingSize = 0
  #size = 0
  #cost = 0

  constructor(usage: Usage) {
    this.#usage = usage
    usage.entries.add(this)
    this.#charge(overhead)
  }

  get size(): number {
    return this.#size
  }

  /** Whether the bytes were released, by the owner or to make space for others. */
  get isReleased(): boolean {
    return !this.#usage.entries.has(this)
  }

  /** Throws an `ApiError` if the chunk exceeds the store's limit, or the bytes have been released. */
  append(chunk: Uint8Array): void {
    if (this.isReleased)
      throw new ApiError('NOT_FOUND', 'This upload was dropped for newer ones. Start it again.')
    if (this.#size + chunk.length > this.#usage.limit) throw sizeLimitError(this.#usage.limit)
    this.#charge(chunk.length)
    this.#hash.update(chunk)
    this.#size += chunk.length
    this.#pending.push(chunk)
    this.#pendingSize += chunk.length
    if (this.#pendingSize >= blockSize) this.#join()
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
    this.#usage.used -= this.#cost
    this.#chunks = []
    this.#pending = []
    this.#size = 0
  }

  #join(): void {
    if (this.#pending.length > 0) this.#chunks.push(Buffer.concat(this.#pending, this.#pendingSize))
    this.#pending = []
    this.#pendingSize = 0
  }

  #charge(bytes: number): void {
    const { limit, entries } = this.#usage
    this.#cost += bytes
    this.#usage.used += bytes
    for (const other of entries) {
      if (this.#usage.used <= limit) return
      if (other !== this) other.release()
    }
  }
}

export function sizeLimitError(limit: number, size?: number): ApiError {
  const actual = size === undefined ? 'This one is larger' : `This one has ${size.toLocaleString('en')} bytes`
  return new ApiError(
    'PAYLOAD_TOO_LARGE',
    `The demo stores uploaded files in memory, up to ${limit.toLocaleString('en')} bytes (${Math.floor(limit / 1_048_576)} MB). ${actual}.`,
  )
}
