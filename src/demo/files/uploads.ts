// Resumable uploads: sessions that receive chunks at the right offsets, and become files (wire §9.1).

import { createHash } from 'node:crypto'
import { ApiError } from '#shared/schemas/api-error'
import type { HttpBody } from '#shared/wire/http'
import { streamBody } from '#shared/wire/read-body'
import { invalidArgument } from '../generation/fields'
import { type ByteStore, type StoredBytes, sizeLimitError } from './byte-store'
import type { FileStore, Metadata, StoredFile } from './file-store'

export interface Upload {
  readonly id: string
  readonly metadata: Metadata
  /** Number of bytes that the client has announced. */
  readonly announced: number | undefined
  readonly content: StoredBytes
  status: 'active' | 'final' | 'cancelled'
  isBusy: boolean
}

/** Finished sessions are stored too, so that a client that missed a response can query the state. */
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
    const key = JSON.stringify([this.#count, metadata, announced])
    const id = createHash('sha256').update(key).digest('hex').slice(0, 32)
    const upload: Upload = {
      id,
      metadata,
      announced,
      content: this.#memory.open(),
      status: 'active',
      isBusy: false,
    }
    this.#sessions.set(id, upload)
    this.#dropOldest()
    return upload
  }

  find(id: string): Upload {
    const upload = this.#sessions.get(id)
    if (upload && (upload.status !== 'active' || !upload.content.isReleased)) return upload
    this.#sessions.delete(id)
    throw new ApiError('NOT_FOUND', 'Upload not found or expired. Start it again.')
  }

  /** Stores the received chunks, even if the connection breaks. */
  async append(upload: Upload, offset: number, body: HttpBody): Promise<void> {
    checkActive(upload)
    const { content, announced = this.#memory.limit } = upload
    if (offset !== content.size) {
      const message = `X-Goog-Upload-Offset: is ${offset}, but ${content.size} bytes have been received.`
      throw invalidArgument(message)
    }
    upload.isBusy = true
    try {
      for await (const chunk of streamBody(body)) {
        if (upload.announced !== undefined && content.size + chunk.length > announced)
          throw invalidArgument(`Received more bytes than the ${announced} announced.`)
        content.append(chunk)
      }
    } finally {
      upload.isBusy = false
    }
  }

  async finish(upload: Upload): Promise<StoredFile> {
    checkActive(upload)
    const { content, announced = content.size, metadata } = upload
    if (content.size !== announced) {
      const message = `The upload cannot be finalized: ${content.size} of the ${announced} bytes announced have been received.`
      throw invalidArgument(message)
    }
    upload.status = 'final'
    return this.#addFile(content, metadata)
  }

  cancel(upload: Upload): void {
    checkActive(upload)
    upload.status = 'cancelled'
    upload.content.release()
  }

  /** Maximum bytes of one file. */
  get limit(): number {
    return this.#memory.limit
  }

  /** Stores a file from a single request. */
  async store(body: HttpBody, metadata: Metadata): Promise<StoredFile> {
    const content = this.#memory.open()
    try {
      for await (const chunk of streamBody(body)) content.append(chunk)
    } catch (error) {
      content.release()
      throw error
    }
    return this.#addFile(content, metadata)
  }

  async #addFile(content: StoredBytes, metadata: Metadata): Promise<StoredFile> {
    try {
      return await this.#files.add(content, metadata)
    } catch (error) {
      content.release()
      throw error
    }
  }

  #dropOldest(): void {
    const [oldest] = this.#sessions.values()
    if (this.#sessions.size <= maxSessions || !oldest) return
    if (oldest.status === 'active') oldest.content.release()
    this.#sessions.delete(oldest.id)
  }
}

function checkActive({ status, isBusy }: Upload): void {
  if (status !== 'active') throw invalidArgument('Upload has already been terminated.')
  if (isBusy) throw new ApiError('ABORTED', 'Another request is sending bytes of this upload.')
}
