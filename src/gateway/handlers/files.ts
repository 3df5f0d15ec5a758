// Files: uploaded ones are listed, described and deleted where they are stored, generated ones downloaded (decisions §8, §9).
import { ApiError } from '#shared/schemas/api-error'
import type { HttpRequest, HttpResponse } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import {
  isObject,
  lastFileId,
  readObject,
  resolveSealedName,
  rewriteFile,
  unsealFileNames,
} from './gateway-names'
import { type HandlerRequest, type Handlers, jsonResponse } from './handler'
import { unsealName } from './sealed-name'
import {
  ensureJson,
  isErrorResponse,
  rejectHtml,
  requestUpstream,
  requestUpstreamJson,
  siblingPath,
  toInertHeaders,
  toUpstreamRequest,
} from './upstream-request'

export const files: Pick<Handlers, 'downloadFile' | 'listFiles' | 'getFile' | 'deleteFile'> = {
  downloadFile: (call) => (asksForBytes(call) ? download(call) : describeFile(call)),
  listFiles: list,
  getFile: describeFile,
  deleteFile: remove,
}

async function list(call: HandlerRequest): Promise<HttpResponse> {
  const answer = await requestUpstreamJson(call, toUpstreamRequest(call, { method: 'GET' }))
  if (isErrorResponse(answer)) return answer
  const page = await readObject(answer)
  if (!Array.isArray(page.files)) return jsonResponse(page)
  const listed = page.files.map((file: unknown) => (isObject(file) ? rewriteFile(file, call) : file))
  return jsonResponse({ ...page, files: listed })
}

async function describeFile(call: HandlerRequest): Promise<HttpResponse> {
  const name = findFile(call)
  const path = siblingPath(call, `/${encodeURI(name)}`)
  const answer = await requestUpstreamJson(call, toUpstreamRequest(call, { method: 'GET', path }))
  if (isErrorResponse(answer)) return answer
  return jsonResponse(rewriteFile(await readObject(answer), call))
}

async function remove(call: HandlerRequest): Promise<HttpResponse> {
  const name = findFile(call)
  const path = siblingPath(call, `/${encodeURI(name)}`)
  const answer = await requestUpstream(call, toUpstreamRequest(call, { path }))
  if (isErrorResponse(answer)) return answer
  const body = await readBody(answer.body, maxResponseBytes, notDeleted)
  const confirmed = body.length === 0 ? answer : await ensureJson(call, { ...answer, body })
  return isErrorResponse(confirmed) ? confirmed : jsonResponse({})
}

/** Nobody has more to say of a deletion. */
const maxResponseBytes = 65_536

function notDeleted(): ApiError {
  return new ApiError(
    'UNAVAILABLE',
    'The provider returned an unexpected response to the delete request. Check the base URL.',
    { reason: 'connection' },
  )
}

/** A name that the caller itself chose at the upload is not sealed: the active upstream knows it. */
function findFile(call: HandlerRequest): string {
  const { file = '' } = call.parameters
  const isChosen = /^[a-z0-9-]{1,40}$/.test(file) && !unsealName('file', file, call)
  if (isChosen) return `files/${file}`
  const { name } = unsealFileNames(resolveSealedName(call, 'file', idOf(call)))
  if (name !== undefined) return name
  throw new ApiError('NOT_FOUND', 'This file is an external link. It can only be downloaded.')
}

function idOf({ path, query }: HandlerRequest): string {
  return lastFileId(`${path}?${query}`) ?? ''
}

/** SDKs bury an http address in their own (wire §5.3); without these words it is the file that they ask about. */
function asksForBytes({ path, query }: HandlerRequest): boolean {
  return /(?::|%3A)download|alt(?:=|%3D)media/i.test(`${path}?${query}`)
}

async function download(call: HandlerRequest): Promise<HttpResponse> {
  const { name, uri } = unsealFileNames(resolveSealedName(call, 'file', idOf(call)))
  const path = toRoutePath(uri) ?? (name === undefined ? undefined : toRoutePath(name))
  const request = toUpstreamRequest(call, { path: path ?? '/' })
  const answer =
    path === undefined ? await openElsewhere(call, uri, request) : await requestUpstream(call, request)
  if (isErrorResponse(answer)) return answer
  await rejectHtml(answer)
  return {
    ...answer,
    headers: { ...toInertHeaders(answer.headers), 'cache-control': 'private, no-transform' },
  }
}

/** The part of a file's address that is a route of the same API; undefined if it is a link elsewhere. */
function toRoutePath(uri: string): string | undefined {
  const path = uri.startsWith('files/')
    ? `/v1beta/${uri}`
    : /^(?:https?:\/\/[^/]+)?.*?((?:\/v1)?\/v1beta\/files\/[^#]+)/.exec(uri)?.[1]
  if (path === undefined) return undefined
  const [place = '', query = ''] = path.split('?', 2)
  const pairs = query.split('&').filter((pair) => pair !== '' && pair !== 'alt=media')
  return `${place.replace(/:download$/, '')}:download?${[...pairs, 'alt=media'].join('&')}`
}

async function openElsewhere(call: HandlerRequest, uri: string, request: HttpRequest): Promise<HttpResponse> {
  if (!call.upstream.open || !/^https?:/.test(uri))
    throw new ApiError('NOT_FOUND', 'The provider that created this file no longer has it.')
  call.record.markSent()
  const answer = await call.upstream.open(uri, request)
  call.record.markResponseHeaders()
  return answer
}
