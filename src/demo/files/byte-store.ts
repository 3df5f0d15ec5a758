// Keeps bytes in memory up to a bound: the oldest give way to the newest.
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { ApiError } from '#shared/schemas/api-error'

export interface StoredBytes {
  readonly size: number
  /** Its bytes are gone: let go by its owner, or because others needed the room. */
  readonly isReleased: boolean
  /** Throws an `ApiError` where even an empty memory has no room for so much, or this holding has given way. */
  readonly append: (chunk: Uint8Array) => void
  readonly read: () => Buffer
  /** SHA-256 of all bytes, in hexadecimal. */
  readonly digest: () => string
  readonly release: () => void
}

export interface ByteStore {
  /** Bytes that one holding may have at most, and all of them together. */
  readonly bound: number
  readonly hold: () => StoredBytes
}

/** What a holding costs beside its bytes, so that very many very small ones count too. */
const overhead = 512

/** Small pieces are put together into blocks of this size: each alone would cost more than its bytes. */
const blockSize = 65_536

interface Usage {
  readonly bound: number
  /** In the order they came. */
  readonly holdings: Set<Shelved>
  used: number
}

export function createByteStore(bound: number): ByteStore {
  const shelf: Usage = { bound, holdings: new Set(), used: 0 }
  return { bound, hold: () => new Shelved(shelf) }
}

class Shelved implements StoredBytes {
  readonly #shelf: Usage
  readonly #hash = createHash('sha256')
  #chunks: Buffer[] = []
  #loose: Uint8Array[] = []
  #looseSize = 0
  #size = 0
  #weight = 0

  constructor(shelf: Usage) {
    this.#shelf = shelf
    shelf.holdings.add(this)
    this.#weigh(overhead)
  }

  get size(): number {
    return this.#size
  }

  get isReleased(): boolean {
    return !this.#shelf.holdings.has(this)
  }

  append(chunk: Uint8Array): void {
    if (this.isReleased)
      throw new ApiError('NOT_FOUND', 'This upload had to give way to newer ones. Start it again.')
    if (this.#size + chunk.length > this.#shelf.bound) throw sizeLimitError(this.#shelf.bound)
    this.#weigh(chunk.length)
    this.#hash.update(chunk)
    this.#size += chunk.length
    this.#loose.push(chunk)
    this.#looseSize += chunk.length
    if (this.#looseSize >= blockSize) this.#gather()
  }

  read(): Buffer {
    this.#gather()
    const [first] = this.#chunks
    const whole = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks, this.#size)
    this.#chunks = [whole]
    return whole
  }

  digest(): string {
    return this.#hash.copy().digest('hex')
  }

  release(): void {
    if (!this.#shelf.holdings.delete(this)) return
    this.#shelf.used -= this.#weight
    this.#chunks = []
    this.#loose = []
    this.#size = 0
  }

  #gather(): void {
    if (this.#loose.length > 0) this.#chunks.push(Buffer.concat(this.#loose, this.#looseSize))
    this.#loose = []
    this.#looseSize = 0
  }

  #weigh(bytes: number): void {
    const { bound, holdings } = this.#shelf
    this.#weight += bytes
    this.#shelf.used += bytes
    for (const holding of holdings) {
      if (this.#shelf.used <= bound) return
      if (holding !== this) holding.release()
    }
  }
}

export function sizeLimitError(bound: number, size?: number): ApiError {
  const has = size === undefined ? 'this one is larger' : `this one has ${size} bytes`
  return new ApiError(
    'PAYLOAD_TOO_LARGE',
    `The demo service keeps uploaded files in memory, ${bound} bytes (${Math.floor(bound / 1_048_576)} MB) at most; ${has}.`,
  )
}
