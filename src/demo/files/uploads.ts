// Resumable uploads: a session is started, fed in chunks at the right offsets, and becomes a file (wire §9.1).

import { createHash } from 'node:crypto'
import { ApiError } from '#shared/schemas/api-error'
import type { HttpBody } from '#shared/wire/http'
import { invalidArgument } from '../generation/fields'
import { type ByteStore, type StoredBytes, sizeLimitError } from './byte-store'
import type { FileStore, Metadata, StoredFile } from './file-store'

export interface Upload {
  readonly id: string
  readonly metadata: Metadata
  /** Bytes the caller has announced. */
  readonly announced: number | undefined
  readonly holding: StoredBytes
  status: 'active' | 'final' | 'cancelled'
  isBusy: boolean
}

/** Finished sessions are stored too, so that a caller who missed a response can ask again. */
const maxSessions = 1000

export class Uploads {
  readonly #memory: ByteStore
  readonly #files: FileStore
  readonly #sessions = new Map<string, Upload>()
  #count = 0

  constructor(memory: ByteStore, files: FileStore) {
    this.#memory = memory
    this.#files = files
  }

  start(metadata: Metadata, announced: number | undefined): Upload {
    const { limit } = this.#memory
    if (announced !== undefined && announced > limit) throw sizeLimitError(limit, announced)
    this.#count += 1
    const content = JSON.stringify([this.#count, metadata, announced])
    const id = createHash('sha256').update(content).digest('hex').slice(0, 32)
    const upload: Upload = {
      id,
      metadata,
      announced,
      holding: this.#memory.open(),
      status: 'active',
      isBusy: false,
    }
    this.#sessions.set(id, upload)
    this.#dropOldest()
    return upload
  }

  find(id: string): Upload {
    const upload = this.#sessions.get(id)
    if (upload && (upload.status !== 'active' || !upload.holding.isReleased)) return upload
    this.#sessions.delete(id)
    throw new ApiError('NOT_FOUND', 'This upload is not known, or no longer. Start it again.')
  }

  /** Stores what has arrived, even if the caller breaks off in the middle. */
  async append(upload: Upload, offset: number, body: HttpBody): Promise<void> {
    checkActive(upload)
    const { holding, announced = this.#memory.limit } = upload
    if (offset !== holding.size) {
      const message = `X-Goog-Upload-Offset: is ${offset}, but ${holding.size} bytes have been received.`
      throw invalidArgument(message)
    }
    upload.isBusy = true
    try {
      for await (const chunk of toChunks(body)) {
        if (upload.announced !== undefined && holding.size + chunk.length > announced)
          throw invalidArgument(`More bytes came than the ${announced} that were announced.`)
        holding.append(chunk)
      }
    } finally {
      upload.isBusy = false
    }
  }

  async finish(upload: Upload): Promise<StoredFile> {
    checkActive(upload)
    const { holding, announced = holding.size, metadata } = upload
    if (holding.size !== announced) {
      const message = `The upload cannot be finalized: ${holding.size} of the ${announced} bytes announced have been received.`
      throw invalidArgument(message)
    }
    upload.status = 'final'
    return this.#addFile(holding, metadata)
  }

  cancel(upload: Upload): void {
    checkActive(upload)
    upload.status = 'cancelled'
    upload.holding.release()
  }

  /** Bytes that one file may have at most. */
  get limit(): number {
    return this.#memory.limit
  }

  /** A file that comes in one request. */
  async store(body: HttpBody, metadata: Metadata): Promise<StoredFile> {
    const holding = this.#memory.open()
    try {
      for await (const chunk of toChunks(body)) holding.append(chunk)
    } catch (error) {
      holding.release()
      throw error
    }
    return this.#addFile(holding, metadata)
  }

  async #addFile(holding: StoredBytes, metadata: Metadata): Promise<StoredFile> {
    try {
      return await this.#files.add(holding, metadata)
    } catch (error) {
      holding.release()
      throw error
    }
  }

  #dropOldest(): void {
    const [oldest] = this.#sessions.values()
    if (this.#sessions.size <= maxSessions || !oldest) return
    if (oldest.status === 'active') oldest.holding.release()
    this.#sessions.delete(oldest.id)
  }
}

function checkActive({ status, isBusy }: Upload): void {
  if (status !== 'active') throw invalidArgument('Upload has already been terminated.')
  if (isBusy) throw new ApiError('ABORTED', 'Another request is sending bytes of this upload.')
}

async function* toChunks(body: HttpBody): AsyncGenerator<Uint8Array> {
  if (body instanceof Uint8Array) yield body
  else if (body) yield* body
}
