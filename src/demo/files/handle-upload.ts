// Handles `POST /upload/v1beta/files` in three protocols: resumable, multipart and raw (wire §9.1).

import { Buffer } from 'node:buffer'
import { ApiError } from '#shared/schemas/api-error'
import { decodeLoosely } from '#shared/wire/base-url'
import type { HttpHeaders, HttpRequest, HttpResponse } from '#shared/wire/http'
import { readBody, readText } from '#shared/wire/read-body'
import { invalidArgument, numberField, objectField, textField } from '../generation/fields'
import { errorResponse, jsonResponse } from '../responses'
import { sizeLimitError } from './byte-store'
import { describeFile, type FileStore, type Metadata, type StoredFile } from './file-store'
import type { Upload, Uploads } from './uploads'

interface UploadRequest {
  readonly http: HttpRequest
  readonly query: URLSearchParams
  readonly files: FileStore
  readonly uploads: Uploads
  /** The base URL of files: `http://127.0.0.1:4715/v1beta`. */
  readonly root: string
  /** The URL of this request, without its query. */
  readonly requestUrl: string
}

/** The vendor's number. Smaller chunks are accepted too. */
const chunkGranularity = 8 * 1024 * 1024

export async function handleUpload(request: UploadRequest): Promise<HttpResponse> {
  const { http, query } = request
  const id = query.get('upload_id')
  if (id !== null) return continueUpload(request, request.uploads.find(id))
  const kinds: Record<string, string> = { media: 'raw', multipart: 'multipart' }
  const protocol =
    http.headers['x-goog-upload-protocol'] ??
    query.get('upload_protocol') ??
    kinds[query.get('uploadType') ?? '']
  if (protocol === 'resumable') return startUpload(request)
  if (protocol === 'multipart') return storeMultipart(request)
  if (protocol === 'raw') return storeRaw(request)
  throw invalidArgument('X-Goog-Upload-Protocol: must be resumable, multipart or raw.')
}

async function startUpload({ http, uploads, requestUrl }: UploadRequest): Promise<HttpResponse> {
  const [command] = readCommands(http)
  if (command !== 'start')
    throw invalidArgument('X-Goog-Upload-Command: must be start for a new resumable upload.')
  const metadata = readUploadMetadata(parseMetadata(await readText(http.body)), http.headers)
  const upload = uploads.start(metadata, metadata.size)
  const url = `${requestUrl}?upload_id=${upload.id}&upload_protocol=resumable`
  return {
    status: 200,
    headers: {
      'content-length': '0',
      'x-goog-upload-status': 'active',
      'x-goog-upload-url': url,
      'x-goog-upload-chunk-granularity': String(chunkGranularity),
    },
    body: null,
  }
}

/** Errors state the received bytes, so that the client can continue from there. */
async function continueUpload(request: UploadRequest, upload: Upload): Promise<HttpResponse> {
  try {
    const response = await runCommands(request, upload)
    return { ...response, headers: { ...response.headers, ...progressHeaders(upload) } }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'CANCELLED') throw error
    const response = errorResponse(error, 'gemini')
    return { ...response, headers: { ...response.headers, ...progressHeaders(upload) } }
  }
}

async function runCommands(request: UploadRequest, upload: Upload): Promise<HttpResponse> {
  const { http, uploads } = request
  const commands = readCommands(http)
  const emptyResponse: HttpResponse = { status: 200, headers: { 'content-length': '0' }, body: null }
  if (commands.includes('query')) return emptyResponse
  if (commands.includes('cancel')) {
    uploads.cancel(upload)
    return emptyResponse
  }
  const isLast = commands.includes('finalize')
  if (commands.includes('upload')) {
    const offset = readSize(http.headers['x-goog-upload-offset'], 'X-Goog-Upload-Offset')
    if (offset === undefined)
      throw invalidArgument('X-Goog-Upload-Offset: is missing; the first chunk has 0.')
    await uploads.append(upload, offset, http.body)
  } else if (!isLast)
    throw invalidArgument(
      'X-Goog-Upload-Command: must be upload, finalize, "upload, finalize", query or cancel.',
    )
  return isLast ? fileResponse(request, await uploads.finish(upload)) : emptyResponse
}

function progressHeaders({ status, content }: Upload): Record<string, string> {
  const progress = { 'x-goog-upload-status': status }
  return status === 'active' ? { ...progress, 'x-goog-upload-size-received': String(content.size) } : progress
}

async function storeMultipart(request: UploadRequest): Promise<HttpResponse> {
  const { http, uploads } = request
  const { limit } = uploads
  const body = await readBody(http.body, limit + 65_536, () => sizeLimitError(limit))
  const { metadata, mimeType, bytes } = readMultipart(body, http.headers['content-type'] ?? '')
  const uploadMetadata = readUploadMetadata(parseMetadata(metadata), http.headers, mimeType)
  return fileResponse(request, await uploads.store(bytes, uploadMetadata))
}

async function storeRaw(request: UploadRequest): Promise<HttpResponse> {
  const { http, uploads } = request
  const metadata = readUploadMetadata({}, http.headers, http.headers['content-type'])
  return fileResponse(request, await uploads.store(http.body, metadata))
}

function fileResponse({ files, root }: UploadRequest, file: StoredFile): HttpResponse {
  const response = jsonResponse({ file: describeFile(file, files.stateOf(file), root) })
  return { ...response, headers: { ...response.headers, 'x-goog-upload-status': 'final' } }
}

function readCommands({ headers }: HttpRequest): string[] {
  return (headers['x-goog-upload-command'] ?? '').split(',').map((word) => word.trim().toLowerCase())
}

interface UploadMetadata extends Metadata {
  /** Bytes. */
  readonly size: number | undefined
}

/** The MIME type is taken from the first that has one: the header, the JSON, the bytes' own header. */
function readUploadMetadata(json: unknown, headers: HttpHeaders, contentType?: string): UploadMetadata {
  const file = objectField(json, 'file')
  const mimeType =
    headers['x-goog-upload-header-content-type'] || textField(file, 'mimeType') || contentType || ''
  const fileName = headers['x-goog-upload-file-name']
  return {
    mimeType: mimeType.trim().toLowerCase() || 'application/octet-stream',
    displayName: textField(file, 'displayName') ?? (fileName ? decodeLoosely(fileName) : undefined),
    id: readRequestedId(textField(file, 'name')),
    size: readSize(headers['x-goog-upload-header-content-length']) ?? numberField(file, 'sizeBytes'),
  }
}

/** Accepts an empty text or JSON. */
function parseMetadata(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError('INVALID_ARGUMENT', "The file's metadata isn't valid JSON.", { cause })
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

interface MultipartFile {
  readonly metadata: string
  readonly mimeType: string | undefined
  readonly bytes: Buffer
}

/** Throws an `ApiError` that says what is missing. */
function readMultipart(body: Uint8Array, contentType: string): MultipartFile {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  const delimiter = boundary?.[1] ?? boundary?.[2]
  if (!delimiter || !/^multipart\//i.test(contentType))
    throw invalidArgument('Content-Type: must be multipart/related with a boundary.')
  const [first, second] = splitParts(Buffer.from(body.buffer, body.byteOffset, body.length), delimiter)
  if (!first || !second)
    throw invalidArgument(
      "The multipart body must contain two parts, the file's metadata as JSON and then its bytes, and end with its boundary.",
    )
  const mimeType = /^content-type:\s*(.+)$/im.exec(second.head)?.[1]?.trim()
  return { metadata: first.body.toString('utf8'), mimeType, bytes: second.body }
}

/** Returns only complete parts, which end with a boundary. */
function splitParts(body: Buffer, delimiter: string): { head: string; body: Buffer }[] {
  const parts: { head: string; body: Buffer }[] = []
  let start = body.indexOf(`--${delimiter}`)
  while (start >= 0) {
    const next = body.indexOf(`\r\n--${delimiter}`, start + 2)
    const head = body.indexOf('\r\n\r\n', start)
    if (next < 0 || head < 0 || head > next) break
    parts.push({ head: body.toString('latin1', start, head), body: body.subarray(head + 4, next) })
    start = next + 2
  }
  return parts
}
