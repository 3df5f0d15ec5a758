// The fake Files API: resumable and multipart uploads, states, pages, and files of other keys (wire §9.1).
import { createHash } from 'node:crypto'
import { google, invalid } from './errors.fixture'
import { createFileRequest } from './messages.fixture'
import { isObject, readMessage } from './proto-json.fixture'
import { readRelated } from './related.fixture'
import { type FakeResponse, jsonType, type ReceivedRequest, replyJson, toPretty } from './reply.fixture'
import { cutPage } from './vendor-models.fixture'

/** Every chunk except the last must be a multiple of this many bytes. */
export const granularity = 8_388_608

export interface StoredFile {
  readonly id: string
  /** The key it was created with. */
  readonly owner: string
  readonly displayName: string | undefined
  readonly mimeType: string
  readonly bytes: Buffer
  readonly source: 'UPLOADED' | 'GENERATED'
  /** Requests until it is ACTIVE. */
  remainingPolls: number
}

interface Upload {
  readonly owner: string
  readonly id: string | undefined
  readonly displayName: string | undefined
  readonly mimeType: string
  readonly size: number | undefined
  received: Buffer
}

export interface FilesOptions {
  /** The URL of the fake Gemini API. */
  readonly url: () => string
  /** How many requests find a video or audio file still PROCESSING. */
  readonly pollsUntilActive: number
}

const created = '2026-11-20T12:00:00.000000Z'
const expires = '2026-11-22T12:00:00.000000Z'

export class Files {
  readonly #options: FilesOptions
  readonly #files = new Map<string, StoredFile>()
  readonly #uploads = new Map<string, Upload>()
  #count = 0

  constructor(options: FilesOptions) {
    this.#options = options
  }

  /** Adds a generated video. Returns its id. */
  addVideo(owner: string, bytes: Buffer): string {
    const id = this.#nextId('film')
    this.#files.set(id, {
      id,
      owner,
      bytes,
      displayName: undefined,
      mimeType: 'video/mp4',
      source: 'GENERATED',
      remainingPolls: 0,
    })
    return id
  }

  /** Handles both steps of `/upload/v1beta/files`, or a single-request upload. */
  upload(received: ReceivedRequest): FakeResponse {
    if (received.method !== 'POST' && received.method !== 'PUT') throw google('NOT_FOUND', 'Not Found')
    const commands = String(received.headers['x-goog-upload-command'] ?? '').split(/,\s*/)
    const uploadId = received.query.get('upload_id')
    if (uploadId === null) return this.#start(received, commands)
    const upload = this.#uploads.get(uploadId)
    if (!upload) throw google('NOT_FOUND', 'Upload not found: it was finalized, cancelled or never started.')
    if (commands.includes('cancel')) {
      this.#uploads.delete(uploadId)
      return { ...replyJson({}), headers: { 'x-goog-upload-status': 'cancelled' } }
    }
    if (commands.includes('query')) return toProgress(upload)
    return this.#receive(received, { uploadId, upload, commands })
  }

  #start(received: ReceivedRequest, commands: readonly string[]): FakeResponse {
    const { headers, body, key } = received
    if (headers['x-goog-upload-protocol'] === 'multipart') return this.#receiveWhole(received)
    if (headers['x-goog-upload-protocol'] !== 'resumable' || !commands.includes('start'))
      throw invalid(
        'Only X-Goog-Upload-Protocol: resumable with X-Goog-Upload-Command: start, or multipart, is known here.',
      )
    const { id, described } = this.#readDescription(body)
    const declaredSize = headers['x-goog-upload-header-content-length'] ?? described.sizeBytes
    const uploadId = `upload${++this.#count}`
    this.#uploads.set(uploadId, {
      owner: key,
      id,
      displayName: typeof described.displayName === 'string' ? described.displayName : undefined,
      mimeType: String(
        headers['x-goog-upload-header-content-type'] ?? described.mimeType ?? 'application/octet-stream',
      ),
      size: declaredSize === undefined ? undefined : Number(declaredSize),
      received: Buffer.alloc(0),
    })
    const url = `${this.#options.url()}/upload/v1beta/files?upload_id=${uploadId}&upload_protocol=resumable`
    const responseHeaders = {
      'content-type': 'text/plain; charset=utf-8',
      'x-goog-upload-status': 'active',
      'x-goog-upload-url': url,
      'x-goog-upload-control-url': url,
      'x-goog-upload-chunk-granularity': String(granularity),
    }
    return { status: 200, headers: responseHeaders, chunks: [], extension: 'whole' }
  }

  /** The older protocol: one request with the file's metadata and its bytes. */
  #receiveWhole({ headers, body, key }: ReceivedRequest): FakeResponse {
    const { first, second } = readRelated(body, headers['content-type'] ?? '')
    const { id, described } = this.#readDescription(first.body)
    const file = this.#store({
      owner: key,
      id,
      displayName: typeof described.displayName === 'string' ? described.displayName : undefined,
      mimeType: second.type ?? String(described.mimeType ?? 'application/octet-stream'),
      size: undefined,
      received: second.body,
    })
    return replyJson({ file: this.#toResource(file) })
  }

  #readDescription(body: Buffer): { id: string | undefined; described: Readonly<Record<string, unknown>> } {
    const { file } = readMessage(body, createFileRequest)
    const described = isObject(file) ? file : {}
    const id = readId(described.name)
    if (id !== undefined && this.#files.has(id))
      throw google('ALREADY_EXISTS', 'Requested entity already exists')
    return { id, described }
  }

  #receive(
    received: ReceivedRequest,
    session: { uploadId: string; upload: Upload; commands: readonly string[] },
  ): FakeResponse {
    const { uploadId, upload, commands } = session
    const isLast = commands.includes('finalize')
    if (!isLast && !commands.includes('upload'))
      throw invalid(`Invalid upload command: ${commands.join(', ')}`)
    const offset = Number(received.headers['x-goog-upload-offset'])
    if (offset !== upload.received.length)
      throw invalid(`Upload offset ${offset} does not match: ${upload.received.length} bytes were received.`)
    if (!isLast && received.body.length % granularity !== 0)
      throw invalid(`A chunk but the last must be a multiple of ${granularity} bytes.`)
    upload.received = Buffer.concat([upload.received, received.body])
    if (!isLast) return toProgress(upload)
    if (upload.size !== undefined && upload.size !== upload.received.length)
      throw invalid(`${upload.size} bytes were announced, ${upload.received.length} were received.`)
    this.#uploads.delete(uploadId)
    const file = this.#store(upload)
    const headers = { 'content-type': jsonType, 'x-goog-upload-status': 'final' }
    const chunks = [Buffer.from(toPretty({ file: this.#toResource(file) }))]
    return { status: 200, headers, chunks, extension: 'whole' }
  }

  #store({ owner, id = this.#nextId('file'), displayName, mimeType, received }: Upload): StoredFile {
    const isSlow = /^(video|audio)\//.test(mimeType)
    const remainingPolls = isSlow ? this.#options.pollsUntilActive : 0
    const file: StoredFile = {
      id,
      owner,
      displayName,
      mimeType,
      bytes: received,
      source: 'UPLOADED',
      remainingPolls,
    }
    this.#files.set(id, file)
    return file
  }

  /** Each call brings a file that is PROCESSING nearer to ACTIVE. */
  describe(id: string, key: string): object {
    const file = this.find(id, key)
    const resource = this.#toResource(file)
    if (file.remainingPolls > 0) file.remainingPolls -= 1
    return resource
  }

  /** Lists the files of `key`, newest first. */
  list(query: URLSearchParams, key: string): object {
    const ownFiles = [...this.#files.values()].filter(({ owner }) => owner === key).reverse()
    const { page, nextPageToken } = cutPage(ownFiles, query, { defaultSize: 10, maxSize: 100 })
    if (page.length === 0) return {}
    const files = page.map((file) => this.#toResource(file))
    return { files, ...(nextPageToken ? { nextPageToken } : {}) }
  }

  delete(id: string, key: string): object {
    this.#files.delete(this.find(id, key).id)
    return {}
  }

  /** Throws the vendor's error for an unknown file, or one of another key. */
  find(id: string, key: string): StoredFile {
    const file = this.#files.get(id)
    if (!file) throw google('NOT_FOUND', `The File ${id} does not exist.`)
    if (file.owner === key) return file
    throw google(
      'PERMISSION_DENIED',
      `You do not have permission to access the File ${id} or it may not exist.`,
    )
  }

  /** Throws unless a part's `fileUri` is one of these files and ACTIVE, or any public URL. */
  checkUse(uri: string, key: string): void {
    const id = /\/v1beta\/files\/([a-z0-9-]+)$/.exec(uri)?.[1] ?? /^files\/([a-z0-9-]+)$/.exec(uri)?.[1]
    if (id === undefined) {
      if (!/^https?:\/\/[^/]+\//.test(uri)) throw invalid(`Invalid or unsupported file uri: ${uri}`)
      return
    }
    const isOnThisHost = uri.startsWith(`${this.#options.url()}/`)
    if (!isOnThisHost)
      throw google(
        'PERMISSION_DENIED',
        `You do not have permission to access the File ${id} or it may not exist.`,
      )
    if (this.find(id, key).remainingPolls > 0)
      throw google(
        'FAILED_PRECONDITION',
        `The File ${id} is not in an ACTIVE state and usage is not allowed.`,
      )
  }

  #toResource({ id, displayName, mimeType, bytes, source, remainingPolls }: StoredFile): object {
    return {
      name: `files/${id}`,
      ...(displayName === undefined ? {} : { displayName }),
      mimeType,
      sizeBytes: String(bytes.length),
      createTime: created,
      updateTime: created,
      expirationTime: expires,
      sha256Hash: createHash('sha256').update(bytes).digest('base64'),
      uri: `${this.#options.url()}/v1beta/files/${id}`,
      ...(source === 'GENERATED'
        ? { downloadUri: `${this.#options.url()}/v1beta/files/${id}:download?alt=media` }
        : {}),
      state: remainingPolls > 0 ? 'PROCESSING' : 'ACTIVE',
      source,
    }
  }

  #nextId(kind: string): string {
    return createHash('sha256')
      .update(`${kind} ${++this.#count}`)
      .digest('hex')
      .slice(0, 12)
  }
}

function toProgress({ received }: Upload): FakeResponse {
  const headers = { 'x-goog-upload-status': 'active', 'x-goog-upload-size-received': String(received.length) }
  return { status: 200, headers, chunks: [], extension: 'whole' }
}

function readId(name: unknown): string | undefined {
  if (typeof name !== 'string' || name === '') return undefined
  const id = name.replace(/^files\//, '')
  if (/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(id)) return id
  throw invalid(`* CreateFileRequest.file.name: invalid name ${name}\n`)
}
