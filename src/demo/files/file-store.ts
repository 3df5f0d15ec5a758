// Stores uploaded files for at most two days, under ids that are hashes of their content.
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
  /** Increases from file to file. Lists are sorted by it. */
  readonly order: number
  /** Seconds, for videos that state it. */
  readonly duration: number | undefined
  readonly content: StoredBytes
}

export interface Metadata {
  readonly mimeType: string
  readonly displayName: string | undefined
  /** The id that the client requested. */
  readonly id: string | undefined
}

type FileState = 'PROCESSING' | 'ACTIVE'

/** Milliseconds. */
export const fileLifetime = 48 * 3600 * 1000

/** Milliseconds until a video that is not polled is ready. */
const processingTime = 5000

export class FileStore {
  readonly #now: () => number
  readonly #files = new Map<string, StoredFile>()
  readonly #polled = new WeakSet<StoredFile>()
  #count = 0

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  has(id: string): boolean {
    this.#deleteReleased()
    return this.#files.has(id)
  }

  /** Throws an `ApiError` with the vendor's message if the file does not exist or has expired. */
  find(id: string): StoredFile {
    this.#deleteReleased()
    const file = this.#files.get(id)
    if (file) return file
    const message = `You do not have permission to access the File ${id.slice(0, 80)} or it may not exist.`
    throw new ApiError('PERMISSION_DENIED', message)
  }

  /** Newest first. */
  list(): readonly StoredFile[] {
    this.#deleteReleased()
    return [...this.#files.values()].reverse()
  }

  async add(content: StoredBytes, { mimeType, displayName, id: requested }: Metadata): Promise<StoredFile> {
    const duration = isVideo(mimeType) ? (await measureMedia(content.read()))?.duration : undefined
    const digest = content.digest()
    const id = requested ?? this.#chooseId(`${mimeType}\n${displayName ?? ''}\n${digest}`)
    if (this.has(id)) throw new ApiError('ABORTED', `The File ${id} already exists.`)
    this.#count += 1
    const times = { created: this.#now(), order: this.#count }
    const file = { id, mimeType, displayName, digest, ...times, duration, content }
    this.#files.set(id, file)
    return file
  }

  stateOf(file: StoredFile): FileState {
    const isReady = this.#polled.has(file) || this.#now() >= file.created + processingTime
    return isVideo(file.mimeType) && !isReady ? 'PROCESSING' : 'ACTIVE'
  }

  /** Returns `stateOf`, and makes a video ready for the next poll. */
  poll(file: StoredFile): FileState {
    const state = this.stateOf(file)
    this.#polled.add(file)
    return state
  }

  /** Contains lower-case letters and digits only, which every client accepts (wire §5.3). */
  #chooseId(key: string): string {
    for (let attempt = 0; ; attempt += 1) {
      const hash = createHash('sha256').update(`${attempt}\n${key}`).digest('hex')
      const id = BigInt(`0x${hash.slice(0, 24)}`)
        .toString(36)
        .padStart(12, '0')
        .slice(-12)
      if (!this.has(id)) return id
    }
  }

  #deleteReleased(): void {
    for (const [id, { created, content }] of this.#files) {
      if (created + fileLifetime <= this.#now()) content.release()
      if (content.isReleased) this.#files.delete(id)
    }
  }
}

function isVideo(mimeType: string): boolean {
  return mimeType.startsWith('video/')
}

/** `root` is the base URL of files: `http://127.0.0.1:4715/v1beta`. */
export function describeFile(file: StoredFile, state: FileState, root: string) {
  const { id, displayName, mimeType, created, digest, duration, content } = file
  return {
    name: `files/${id}`,
    ...(displayName ? { displayName } : {}),
    mimeType,
    sizeBytes: String(content.size),
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

/** Describes a generated video. Everything known about it is in its id and its bytes. */
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

/** Seconds in the JSON format of durations: `5s`, `2.500s`. */
function toDuration(seconds: number): string {
  return `${Number.isInteger(seconds) ? seconds : seconds.toFixed(3)}s`
}
