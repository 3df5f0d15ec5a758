// Lists, describes, deletes and hands out uploaded files (wire §9.1).

import { Buffer } from 'node:buffer'
import { ApiError } from '#shared/schemas/api-error'
import type { HttpResponse } from '#shared/wire/http'
import { type DemoHandler, type DemoRequest, type DemoState, hostOf } from '../demo-request'
import { invalidArgument } from '../generation/fields'
import { jsonResponse } from '../responses'
import { downloadVideo } from '../video/operations'
import { readFileId } from '../video/video-plan'
import { describeFile, describeGenerated, type FileStore } from './file-store'
import { answerUpload } from './handle-upload'

export const fileHandlers = {
  uploadFile: (request) =>
    answerUpload({ ...request.state, ...placeOf(request), call: request.call, query: request.found.query }),
  listFiles: (request) => listFiles(request.state.files, request.found.query, placeOf(request).root),
  getFile: (request) => getFile(idOf(request), request.state, placeOf(request).root),
  deleteFile: (request) => deleteFile(request.state.files, idOf(request)),
  downloadFile: (request) => {
    const { files, videos } = request.state
    if (files.has(idOf(request))) throw downloadError(idOf(request))
    return downloadVideo(idOf(request), request.call.headers, videos)
  },
} satisfies Record<string, DemoHandler>

function idOf({ found }: DemoRequest): string {
  return found.values.file ?? ''
}

/** Addresses have the prefix that the caller used, without `/upload`. */
function placeOf({ call }: DemoRequest): { root: string; address: string } {
  const [path = ''] = call.path.split('?')
  const origin = `http://${hostOf(call)}`
  const prefix = path.slice(0, path.indexOf('/files')).replace('/upload/', '/')
  return { root: origin + prefix, address: origin + path }
}

/** The vendor's numbers of files in one page. */
const defaultPageSize = 10
const maxPageSize = 100

/** `root` is the base address of files. */
function listFiles(files: FileStore, query: URLSearchParams, root: string): HttpResponse {
  const size = readPageSize(query.get('pageSize') ?? query.get('page_size'))
  const below = readPageToken(query.get('pageToken') ?? query.get('page_token'))
  const rest = files.list().filter(({ order }) => order < below)
  const page = rest.slice(0, size)
  const last = page.at(-1)
  if (!last) return jsonResponse({})
  return jsonResponse({
    files: page.map((file) => describeFile(file, files.stateOf(file), root)),
    ...(rest.length > page.length ? { nextPageToken: toPageToken(last.order) } : {}),
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
  files.find(id).holding.release()
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

/** The order of the last file of a page, so that a file deleted meanwhile does no harm. */
function toPageToken(order: number): string {
  return Buffer.from(`files-below-${order}`).toString('base64url')
}

function readPageToken(token: string | null): number {
  if (!token) return Number.POSITIVE_INFINITY
  const order = /^files-below-(\d+)$/.exec(Buffer.from(token, 'base64url').toString())?.[1]
  if (order !== undefined) return Number(order)
  throw invalidArgument('pageToken: is none of this service', 'pageToken')
}
