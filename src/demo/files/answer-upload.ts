// Answers `POST /upload/v1beta/files` in the three protocols that clients use: resumable, multipart and raw (wire §9.1).
import { ApiError } from '#shared/schemas/api-error'
import type { Answer, Call } from '#shared/wire/call'
import { readBody, readText } from '#shared/wire/read-body'
import { answerError, answerJson } from '../answers'
import { describeFile } from './describe-file'
import type { FileStore, StoredFile } from './file-store'
import { refuseSize } from './memory'
import { parseMetadata, readAnnouncement, readSize } from './read-metadata'
import { readRelated } from './read-related'
import type { Upload, Uploads } from './uploads'

export interface UploadVisit {
  readonly call: Call
  readonly query: URLSearchParams
  readonly files: FileStore
  readonly uploads: Uploads
  /** The address that files lie under: `http://127.0.0.1:4715/v1beta`. */
  readonly root: string
  /** The address that this call came to, without a query. */
  readonly address: string
}

/** What the vendor names; smaller chunks are taken too. */
const granularity = 8 * 1024 * 1024

export async function answerUpload(visit: UploadVisit): Promise<Answer> {
  const { call, query } = visit
  const id = query.get('upload_id')
  if (id !== null) return continueUpload(visit, visit.uploads.find(id))
  const kinds: Record<string, string> = { media: 'raw', multipart: 'multipart' }
  const protocol =
    call.headers['x-goog-upload-protocol'] ??
    query.get('upload_protocol') ??
    kinds[query.get('uploadType') ?? '']
  if (protocol === 'resumable') return startUpload(visit)
  if (protocol === 'multipart') return keepRelated(visit)
  if (protocol === 'raw') return keepRaw(visit)
  throw new ApiError('INVALID_ARGUMENT', 'X-Goog-Upload-Protocol: must be resumable, multipart or raw.')
}

async function startUpload({ call, uploads, address }: UploadVisit): Promise<Answer> {
  const [command] = readCommands(call)
  if (command !== 'start')
    throw new ApiError('INVALID_ARGUMENT', 'X-Goog-Upload-Command: a resumable upload begins with start.')
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

/** Refusals tell how far the upload is, so that its sender can go on from there. */
async function continueUpload(visit: UploadVisit, upload: Upload): Promise<Answer> {
  try {
    const answer = await obey(visit, upload)
    return { ...answer, headers: { ...answer.headers, ...tellProgress(upload) } }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'CANCELLED') throw error
    const answer = answerError(error, 'gemini')
    return { ...answer, headers: { ...answer.headers, ...tellProgress(upload) } }
  }
}

async function obey(visit: UploadVisit, upload: Upload): Promise<Answer> {
  const { call, uploads } = visit
  const commands = readCommands(call)
  const nothing: Answer = { status: 200, headers: { 'content-length': '0' }, body: null }
  if (commands.includes('query')) return nothing
  if (commands.includes('cancel')) {
    uploads.cancel(upload)
    return nothing
  }
  const isLast = commands.includes('finalize')
  if (commands.includes('upload')) {
    const offset = readSize(call.headers['x-goog-upload-offset'], 'X-Goog-Upload-Offset')
    if (offset === undefined)
      throw new ApiError('INVALID_ARGUMENT', 'X-Goog-Upload-Offset: is missing; the first chunk has 0.')
    await uploads.append(upload, offset, call.body)
  } else if (!isLast)
    throw new ApiError(
      'INVALID_ARGUMENT',
      'X-Goog-Upload-Command: must be upload, finalize, "upload, finalize", query or cancel.',
    )
  return isLast ? tellFile(visit, await uploads.finish(upload)) : nothing
}

function tellProgress({ status, holding }: Upload): Record<string, string> {
  const progress = { 'x-goog-upload-status': status }
  return status === 'active' ? { ...progress, 'x-goog-upload-size-received': String(holding.size) } : progress
}

async function keepRelated(visit: UploadVisit): Promise<Answer> {
  const { call, uploads } = visit
  const { bound } = uploads
  const whole = await readBody(call.body, bound + 65_536, () => refuseSize(bound))
  const { metadata, mimeType, bytes } = readRelated(whole, call.headers['content-type'] ?? '')
  const announcement = readAnnouncement(parseMetadata(metadata), call.headers, mimeType)
  return tellFile(visit, await uploads.keep(bytes, announcement))
}

async function keepRaw(visit: UploadVisit): Promise<Answer> {
  const { call, uploads } = visit
  const announcement = readAnnouncement({}, call.headers, call.headers['content-type'])
  return tellFile(visit, await uploads.keep(call.body, announcement))
}

function tellFile({ files, root }: UploadVisit, file: StoredFile): Answer {
  const answer = answerJson({ file: describeFile(file, files.stateOf(file), root) })
  return { ...answer, headers: { ...answer.headers, 'x-goog-upload-status': 'final' } }
}

function readCommands({ headers }: Call): string[] {
  return (headers['x-goog-upload-command'] ?? '').split(',').map((word) => word.trim().toLowerCase())
}
