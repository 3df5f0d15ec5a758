// Lists, describes, deletes and downloads files (wire §9.1), and finds those that a request's `fileUri` names.
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { ApiError } from '#shared/schemas/api-error'
import type { HttpResponse } from '#shared/wire/http'
import { type DemoHandler, type DemoRequest, type DemoState, hostOf } from '../demo-request'
import { invalidArgument, listField, objectField, textField } from '../generation/fields'
import type { FindFile, FoundFile } from '../generation/media'
import { jsonResponse } from '../responses'
import { downloadVideo } from '../video/operations'
import { readFileId } from '../video/video-plan'
import { describeFile, describeGenerated, type FileStore } from './file-store'
import { handleUpload } from './handle-upload'

export const fileHandlers = {
  uploadFile: (request) =>
    handleUpload({ ...request.state, ...urlsOf(request), http: request.http, query: request.match.query }),
  listFiles: (request) => listFiles(request.state.files, request.match.query, urlsOf(request).root),
  getFile: (request) => getFile(idOf(request), request.state, urlsOf(request).root),
  deleteFile: (request) => deleteFile(request.state.files, idOf(request)),
  downloadFile: (request) => {
    const { files, videos } = request.state
    if (files.has(idOf(request))) throw downloadError(idOf(request))
    return downloadVideo(idOf(request), request.http.headers, videos)
  },
} satisfies Record<string, DemoHandler>

function idOf({ match }: DemoRequest): string {
  return match.values.file ?? ''
}

/** URLs have the prefix that the client used, without `/upload`. */
function urlsOf({ http }: DemoRequest): { root: string; requestUrl: string } {
  const [path = ''] = http.path.split('?')
  const origin = `http://${hostOf(http)}`
  const prefix = path.slice(0, path.indexOf('/files')).replace('/upload/', '/')
  return { root: origin + prefix, requestUrl: origin + path }
}

/** The vendor's numbers of files per page. */
const defaultPageSize = 10
const maxPageSize = 100

/** `root` is the base URL of files. */
function listFiles(files: FileStore, query: URLSearchParams, root: string): HttpResponse {
  const size = readPageSize(query.get('pageSize') ?? query.get('page_size'))
  const maxOrder = readPageToken(query.get('pageToken') ?? query.get('page_token'))
  const remaining = files.list().filter(({ order }) => order < maxOrder)
  const page = remaining.slice(0, size)
  const last = page.at(-1)
  if (!last) return jsonResponse({})
  return jsonResponse({
    files: page.map((file) => describeFile(file, files.stateOf(file), root)),
    ...(remaining.length > page.length ? { nextPageToken: toPageToken(last.order) } : {}),
  })
}

async function getFile(
  id: string,
  { files, videos }: Pick<DemoState, 'files' | 'videos'>,
  root: string,
): Promise<HttpResponse> {
  const generated = readFileId(id) ? await videos.read(id) : undefined
  if (generated) return jsonResponse(describeGenerated(id, generated, root))
  const file = files.find(id)
  return jsonResponse(describeFile(file, files.poll(file), root))
}

function deleteFile(files: FileStore, id: string): HttpResponse {
  files.find(id).content.release()
  return jsonResponse({})
}

function downloadError(id: string): ApiError {
  return new ApiError(
    'FAILED_PRECONDITION',
    `The File ${id} was uploaded. Only generated files can be downloaded.`,
  )
}

function readPageSize(text: string | null): number {
  if (text === null || text === '') return defaultPageSize
  const size = Number(text)
  if (!/^\d{1,9}$/.test(text))
    throw invalidArgument('pageSize: must be a whole number of 0 or more', 'pageSize')
  return size === 0 ? defaultPageSize : Math.min(size, maxPageSize)
}

/** Contains the order of the last file of a page, so that deleted files do not affect the next page. */
function toPageToken(order: number): string {
  return Buffer.from(`files-below-${order}`).toString('base64url')
}

function readPageToken(token: string | null): number {
  if (!token) return Number.POSITIVE_INFINITY
  const order = /^files-below-(\d+)$/.exec(Buffer.from(token, 'base64url').toString())?.[1]
  if (order !== undefined) return Number(order)
  throw invalidArgument('pageToken: is invalid', 'pageToken')
}

/** `host` is the one that the client used. Videos in `body` are rendered before this resolves. */
export async function findFilesOf(body: unknown, state: DemoState, host: string): Promise<FindFile> {
  const generated = new Map<string, FoundFile>()
  for (const id of listFileIds(body, host)) {
    const bytes = readFileId(id) ? await state.videos.read(id) : undefined
    if (bytes) generated.set(id, toFoundFile(bytes))
  }
  return (uri) => {
    const id = readLocalId(uri, host)
    return id === undefined ? undefined : (generated.get(id) ?? findUploaded(id, state))
  }
}

function findUploaded(id: string, { files }: DemoState): FoundFile {
  const file = files.find(id)
  const { content, mimeType, digest } = file
  if (files.stateOf(file) === 'ACTIVE')
    return { mimeType, size: content.size, read: () => content.read(), digest: () => digest }
  throw new ApiError(
    'FAILED_PRECONDITION',
    `The File ${id} is not in an ACTIVE state and usage is not allowed.`,
  )
}

function toFoundFile(bytes: Buffer): FoundFile {
  const digest = () => createHash('sha256').update(bytes).digest('hex')
  return { mimeType: 'video/mp4', size: bytes.length, read: () => bytes, digest }
}

function listFileIds(body: unknown, host: string): Set<string> {
  const parts = listField(body, 'contents').flatMap((content) => listField(content, 'parts'))
  const uris = parts.map((part) => textField(objectField(part, 'fileData'), 'fileUri') ?? '')
  return new Set(uris.flatMap((uri) => readLocalId(uri, host) ?? []))
}

/** Loopback hosts count as this service, whatever their port, since a gateway may be in front of it. */
function readLocalId(uri: string, host: string): string | undefined {
  const [, authority, id] =
    /^(?:https?:\/\/([^/?#]+)(?:\/v1)?\/v1beta\/)?files\/([^/:?#]+)(?::download(?:\?.*)?)?$/.exec(uri) ?? []
  const isLocal =
    authority === undefined ||
    authority === host ||
    /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(authority)
  return isLocal ? id : undefined
}
