// Answers `POST /upload/v1beta/files` in the three protocols that clients use: resumable, multipart and raw (wire §9.1).

import { Buffer } from 'node:buffer'
import { ApiError } from '#shared/schemas/api-error'
import type { HttpHeaders, HttpRequest, HttpResponse } from '#shared/wire/http'
import { readBody, readText } from '#shared/wire/read-body'
import { invalidArgument, numberField, objectField, textField } from '../generation/fields'
import { decodeText } from '../read-url'
import { errorResponse, jsonResponse } from '../responses'
import { sizeLimitError } from './byte-store'
import { describeFile, type FileStore, type Metadata, type StoredFile } from './file-store'
import type { Upload, Uploads } from './uploads'

interface UploadRequest {
  readonly call: HttpRequest
  readonly query: URLSearchParams
  readonly files: FileStore
  readonly uploads: Uploads
  /** The base address of files: `http://127.0.0.1:4715/v1beta`. */
  readonly root: string
  /** The address of this request, without its query. */
  readonly address: string
}

/** What the vendor names; smaller chunks are taken too. */
const granularity = 8 * 1024 * 1024

export async function answerUpload(request: UploadRequest): Promise<HttpResponse> {
  const { call, query } = request
  const id = query.get('upload_id')
  if (id !== null) return continueUpload(request, request.uploads.find(id))
  const kinds: Record<string, string> = { media: 'raw', multipart: 'multipart' }
  const protocol =
    call.headers['x-goog-upload-protocol'] ??
    query.get('upload_protocol') ??
    kinds[query.get('uploadType') ?? '']
  if (protocol === 'resumable') return startUpload(request)
  if (protocol === 'multipart') return storeRelated(request)
  if (protocol === 'raw') return storeRaw(request)
  throw invalidArgument('X-Goog-Upload-Protocol: must be resumable, multipart or raw.')
}

async function startUpload({ call, uploads, address }: UploadRequest): Promise<HttpResponse> {
  const [command] = readCommands(call)
  if (command !== 'start')
    throw invalidArgument('X-Goog-Upload-Command: a resumable upload begins with start.')
  const metadata = readAnnouncement(parseMetadata(await readText(call.body)), call.headers)
  const upload = uploads.start(metadata, metadata.size)
  const url = `${address}?upload_id=${upload.id}&upload_protocol=resumable`
  return {
    status: 200,
    headers: {
      'content-length': '0',
      'x-goog-upload-status': 'active',
      'x-goog-upload-url': url,
      'x-goog-upload-chunk-granularity': String(granularity),
    },
    body: null,
  }
}

/** Errors state how far the upload is, so that its sender can continue from there. */
async function continueUpload(request: UploadRequest, upload: Upload): Promise<HttpResponse> {
  try {
    const answer = await runCommands(request, upload)
    return { ...answer, headers: { ...answer.headers, ...progressHeaders(upload) } }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'CANCELLED') throw error
    const answer = errorResponse(error, 'gemini')
    return { ...answer, headers: { ...answer.headers, ...progressHeaders(upload) } }
  }
}

async function runCommands(request: UploadRequest, upload: Upload): Promise<HttpResponse> {
  const { call, uploads } = request
  const commands = readCommands(call)
  const nothing: HttpResponse = { status: 200, headers: { 'content-length': '0' }, body: null }
  if (commands.includes('query')) return nothing
  if (commands.includes('cancel')) {
    uploads.cancel(upload)
    return nothing
  }
  const isLast = commands.includes('finalize')
  if (commands.includes('upload')) {
    const offset = readSize(call.headers['x-goog-upload-offset'], 'X-Goog-Upload-Offset')
    if (offset === undefined)
      throw invalidArgument('X-Goog-Upload-Offset: is missing; the first chunk has 0.')
    await uploads.append(upload, offset, call.body)
  } else if (!isLast)
    throw invalidArgument(
      'X-Goog-Upload-Command: must be upload, finalize, "upload, finalize", query or cancel.',
    )
  return isLast ? fileResponse(request, await uploads.finish(upload)) : nothing
}

function progressHeaders({ status, holding }: Upload): Record<string, string> {
  const progress = { 'x-goog-upload-status': status }
  return status === 'active' ? { ...progress, 'x-goog-upload-size-received': String(holding.size) } : progress
}

async function storeRelated(request: UploadRequest): Promise<HttpResponse> {
  const { call, uploads } = request
  const { limit } = uploads
  const whole = await readBody(call.body, limit + 65_536, () => sizeLimitError(limit))
  const { metadata, mimeType, bytes } = readRelated(whole, call.headers['content-type'] ?? '')
  const announcement = readAnnouncement(parseMetadata(metadata), call.headers, mimeType)
  return fileResponse(request, await uploads.store(bytes, announcement))
}

async function storeRaw(request: UploadRequest): Promise<HttpResponse> {
  const { call, uploads } = request
  const announcement = readAnnouncement({}, call.headers, call.headers['content-type'])
  return fileResponse(request, await uploads.store(call.body, announcement))
}

function fileResponse({ files, root }: UploadRequest, file: StoredFile): HttpResponse {
  const answer = jsonResponse({ file: describeFile(file, files.stateOf(file), root) })
  return { ...answer, headers: { ...answer.headers, 'x-goog-upload-status': 'final' } }
}

function readCommands({ headers }: HttpRequest): string[] {
  return (headers['x-goog-upload-command'] ?? '').split(',').map((word) => word.trim().toLowerCase())
}

interface Announcement extends Metadata {
  /** Bytes. */
  readonly size: number | undefined
}

/** The first type that is given: the header's, the JSON's, that of the bytes. */
function readAnnouncement(json: unknown, headers: HttpHeaders, typeOfBytes?: string): Announcement {
  const file = objectField(json, 'file')
  const mimeType =
    headers['x-goog-upload-header-content-type'] || textField(file, 'mimeType') || typeOfBytes || ''
  const fileName = headers['x-goog-upload-file-name']
  return {
    mimeType: mimeType.trim().toLowerCase() || 'application/octet-stream',
    displayName: textField(file, 'displayName') ?? (fileName ? decodeText(fileName) : undefined),
    id: readRequestedId(textField(file, 'name')),
    size: readSize(headers['x-goog-upload-header-content-length']) ?? numberField(file, 'sizeBytes'),
  }
}

/** Nothing, or a JSON object. */
function parseMetadata(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError('INVALID_ARGUMENT', "The file's metadata is no valid JSON.", { cause })
  }
}

/** A number of bytes in a header. */
function readSize(text: string | undefined, name = 'X-Goog-Upload-Header-Content-Length') {
  if (text === undefined || text === '') return undefined
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw invalidArgument(`${name}: must be a number of bytes, not "${text.slice(0, 40)}".`)
}

function readRequestedId(name: string | undefined): string | undefined {
  if (!name) return undefined
  const id = name.replace(/^files\//, '')
  if (/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(id)) return id
  throw invalidArgument(
    'file.name: must be files/ and up to 40 lower-case letters, digits or dashes, dashes not at its ends.',
    'file.name',
  )
}

interface RelatedFile {
  readonly metadata: string
  readonly mimeType: string | undefined
  readonly bytes: Buffer
}

/** Throws an `ApiError` that says what is missing. */
function readRelated(whole: Uint8Array, contentType: string): RelatedFile {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (!mark || !/^multipart\//i.test(contentType))
    throw invalidArgument('Content-Type: must be multipart/related with a boundary.')
  const [first, second] = splitParts(Buffer.from(whole.buffer, whole.byteOffset, whole.length), mark)
  if (!first || !second)
    throw invalidArgument(
      "The multipart body must hold two parts, the file's metadata as JSON and then its bytes, and end with its boundary.",
    )
  const mimeType = /^content-type:\s*(.+)$/im.exec(second.head)?.[1]?.trim()
  return { metadata: first.body.toString('utf8'), mimeType, bytes: second.body }
}

/** Only parts that are whole: up to the next boundary. */
function splitParts(whole: Buffer, mark: string): { head: string; body: Buffer }[] {
  const parts: { head: string; body: Buffer }[] = []
  let start = whole.indexOf(`--${mark}`)
  while (start >= 0) {
    const next = whole.indexOf(`\r\n--${mark}`, start + 2)
    const head = whole.indexOf('\r\n\r\n', start)
    if (next < 0 || head < 0 || head > next) break
    parts.push({ head: whole.toString('latin1', start, head), body: whole.subarray(head + 4, next) })
    start = next + 2
  }
  return parts
}
