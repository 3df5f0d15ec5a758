// The uploaded files that the demo service knows: for two days at most, under names that follow from their content.
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { ApiError } from '#shared/schemas/api-error'
import { measureMedia } from '../audio/measure-audio'
import type { StoredBytes } from './byte-store'

export interface StoredFile {
  readonly id: string
  readonly mimeType: string
  readonly displayName: string | undefined
  /** SHA-256 in hexadecimal. */
  readonly digest: string
  /** Milliseconds since the epoch. */
  readonly created: number
  /** Counts up from file to file: lists go by it. */
  readonly order: number
  /** Seconds; of videos whose bytes tell it. */
  readonly duration: number | undefined
  readonly holding: StoredBytes
}

export interface Metadata {
  readonly mimeType: string
  readonly displayName: string | undefined
  /** The id that the caller wishes. */
  readonly id: string | undefined
}

type FileState = 'PROCESSING' | 'ACTIVE'

/** Milliseconds. */
export const fileLifetime = 48 * 3600 * 1000

/** A video that nobody asks about is ready after so many milliseconds. */
const processing = 5000

export class FileStore {
  readonly #now: () => number
  readonly #files = new Map<string, StoredFile>()
  readonly #polled = new WeakSet<StoredFile>()
  #count = 0

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  has(id: string): boolean {
    this.#forgetGone()
    return this.#files.has(id)
  }

  /** Throws an `ApiError` in the vendor's words for a file that is not, or no longer, there. */
  find(id: string): StoredFile {
    this.#forgetGone()
    const file = this.#files.get(id)
    if (file) return file
    const message = `You do not have permission to access the File ${id.slice(0, 80)} or it may not exist.`
    throw new ApiError('PERMISSION_DENIED', message)
  }

  /** Newest first. */
  list(): readonly StoredFile[] {
    this.#forgetGone()
    return [...this.#files.values()].reverse()
  }

  async add(holding: StoredBytes, { mimeType, displayName, id: wished }: Metadata): Promise<StoredFile> {
    const duration = isVideo(mimeType) ? (await measureMedia(holding.read()))?.duration : undefined
    const digest = holding.digest()
    const id = wished ?? this.#chooseId(`${mimeType}\n${displayName ?? ''}\n${digest}`)
    if (this.has(id)) throw new ApiError('ABORTED', `The File ${id} already exists.`)
    this.#count += 1
    const times = { created: this.#now(), order: this.#count }
    const file = { id, mimeType, displayName, digest, ...times, duration, holding }
    this.#files.set(id, file)
    return file
  }

  stateOf(file: StoredFile): FileState {
    const isReady = this.#polled.has(file) || this.#now() >= file.created + processing
    return isVideo(file.mimeType) && !isReady ? 'PROCESSING' : 'ACTIVE'
  }

  /** As `stateOf`; having been asked once, a video's processing is over. */
  poll(file: StoredFile): FileState {
    const state = this.stateOf(file)
    this.#polled.add(file)
    return state
  }

  /** Lower-case letters and digits only, as every client can read them (wire §5.3). */
  #chooseId(content: string): string {
    for (let turn = 0; ; turn += 1) {
      const hash = createHash('sha256').update(`${turn}\n${content}`).digest('hex')
      const id = BigInt(`0x${hash.slice(0, 24)}`)
        .toString(36)
        .padStart(12, '0')
        .slice(-12)
      if (!this.has(id)) return id
    }
  }

  #forgetGone(): void {
    for (const [id, { created, holding }] of this.#files) {
      if (created + fileLifetime <= this.#now()) holding.release()
      if (holding.isReleased) this.#files.delete(id)
    }
  }
}

function isVideo(mimeType: string): boolean {
  return mimeType.startsWith('video/')
}

/** `root` is the address that files lie under: `http://127.0.0.1:4715/v1beta`. */
export function describeFile(file: StoredFile, state: FileState, root: string) {
  const { id, displayName, mimeType, created, digest, duration, holding } = file
  return {
    name: `files/${id}`,
    ...(displayName ? { displayName } : {}),
    mimeType,
    sizeBytes: String(holding.size),
    createTime: new Date(created).toISOString(),
    updateTime: new Date(created).toISOString(),
    expirationTime: new Date(created + fileLifetime).toISOString(),
    sha256Hash: encodeDigest(digest),
    uri: `${root}/files/${id}`,
    state,
    source: 'UPLOADED',
    ...(duration && state === 'ACTIVE' ? { videoMetadata: { videoDuration: toDuration(duration) } } : {}),
  }
}

/** A video that was made here; all that is known of it is in its id and its bytes. */
export function describeGenerated(id: string, bytes: Uint8Array, root: string) {
  const uri = `${root}/files/${id}`
  return {
    name: `files/${id}`,
    mimeType: 'video/mp4',
    sizeBytes: String(bytes.length),
    sha256Hash: encodeDigest(createHash('sha256').update(bytes).digest('hex')),
    uri,
    downloadUri: `${uri}:download?alt=media`,
    state: 'ACTIVE',
    source: 'GENERATED',
  }
}

/** The vendor encodes the hexadecimal text, not the bytes. */
function encodeDigest(digest: string): string {
  return Buffer.from(digest).toString('base64')
}

/** Seconds as JSON writes a duration: `5s`, `2.500s`. */
function toDuration(seconds: number): string {
  return `${Number.isInteger(seconds) ? seconds : seconds.toFixed(3)}s`
}
