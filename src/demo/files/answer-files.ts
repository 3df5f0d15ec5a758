// Lists, describes and deletes uploaded files.
import { Buffer } from 'node:buffer'
import { ApiError } from '#shared/schemas/api-error'
import type { Answer } from '#shared/wire/call'
import { answerJson } from '../answers'
import { readFileId } from '../video/video-plan'
import type { Shop } from '../visit'
import { describeFile, describeGenerated } from './describe-file'
import type { FileStore } from './file-store'

/** The vendor's numbers of files in one page. */
const usualPage = 10
const largestPage = 100

/** `root` is the address that files lie under. */
export function listFiles(files: FileStore, query: URLSearchParams, root: string): Answer {
  const size = readPageSize(query.get('pageSize') ?? query.get('page_size'))
  const below = readPageToken(query.get('pageToken') ?? query.get('page_token'))
  const rest = files.list().filter(({ order }) => order < below)
  const page = rest.slice(0, size)
  const last = page.at(-1)
  if (!last) return answerJson({})
  return answerJson({
    files: page.map((file) => describeFile(file, files.stateOf(file), root)),
    ...(rest.length > page.length ? { nextPageToken: toPageToken(last.order) } : {}),
  })
}

export async function getFile(
  id: string,
  { files, studio }: Pick<Shop, 'files' | 'studio'>,
  root: string,
): Promise<Answer> {
  const generated = readFileId(id) ? await studio.read(id) : undefined
  if (generated) return answerJson(describeGenerated(id, generated, root))
  const file = files.find(id)
  return answerJson(describeFile(file, files.poll(file), root))
}

export function deleteFile(files: FileStore, id: string): Answer {
  files.find(id).holding.release()
  return answerJson({})
}

export function refuseDownload(id: string): ApiError {
  return new ApiError(
    'FAILED_PRECONDITION',
    `The File ${id} was uploaded. Only generated files can be downloaded.`,
  )
}

function readPageSize(text: string | null): number {
  if (text === null || text === '') return usualPage
  const size = Number(text)
  if (!/^\d{1,9}$/.test(text)) throw refuse('pageSize: must be a whole number of 0 or more', 'pageSize')
  return size === 0 ? usualPage : Math.min(size, largestPage)
}

/** The order of the last file told; so a file deleted meanwhile confuses nothing. */
function toPageToken(order: number): string {
  return Buffer.from(`files-below-${order}`).toString('base64url')
}

function readPageToken(token: string | null): number {
  if (!token) return Number.POSITIVE_INFINITY
  const order = /^files-below-(\d+)$/.exec(Buffer.from(token, 'base64url').toString())?.[1]
  if (order !== undefined) return Number(order)
  throw refuse('pageToken: is none of this service', 'pageToken')
}

function refuse(message: string, param: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', message, { param })
}
