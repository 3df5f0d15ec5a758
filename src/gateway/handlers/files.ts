// Lists, describes and deletes uploaded files at their upstream, and downloads generated ones (decisions §8, §9).
import { unusableResponse } from '#shared/endpoints/errors'
import { ApiError } from '#shared/schemas/api-error'
import type { HttpRequest, HttpResponse } from '#shared/wire/http'
import { isObject } from '#shared/wire/json-objects'
import { readBody } from '#shared/wire/read-body'
import { lastFileId, readObject, resolveSealedName, rewriteFile, unsealFileNames } from './gateway-names'
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
  downloadFile: (request) => (isDownload(request) ? download(request) : describeFile(request)),
  listFiles: list,
  getFile: describeFile,
  deleteFile: remove,
}

async function list(request: HandlerRequest): Promise<HttpResponse> {
  const response = await requestUpstreamJson(request, toUpstreamRequest(request, { method: 'GET' }))
  if (isErrorResponse(response)) return response
  const page = await readObject(response)
  if (!Array.isArray(page.files)) return jsonResponse(page)
  const listed = page.files.map((file: unknown) => (isObject(file) ? rewriteFile(file, request) : file))
  return jsonResponse({ ...page, files: listed })
}

async function describeFile(request: HandlerRequest): Promise<HttpResponse> {
  const name = findFile(request)
  const path = siblingPath(request, `/${encodeURI(name)}`)
  const response = await requestUpstreamJson(request, toUpstreamRequest(request, { method: 'GET', path }))
  if (isErrorResponse(response)) return response
  return jsonResponse(rewriteFile(await readObject(response), request))
}

async function remove(request: HandlerRequest): Promise<HttpResponse> {
  const name = findFile(request)
  const path = siblingPath(request, `/${encodeURI(name)}`)
  const response = await requestUpstream(request, toUpstreamRequest(request, { path }))
  if (isErrorResponse(response)) return response
  const body = await readBody(response.body, maxResponseBytes, notDeleted)
  const confirmed = body.length === 0 ? response : await ensureJson(request, { ...response, body })
  return isErrorResponse(confirmed) ? confirmed : jsonResponse({})
}

/** The response to a deletion is small. */
const maxResponseBytes = 65_536

function notDeleted(): ApiError {
  return unusableResponse(
    'The provider returned an unexpected response to the delete request. Check the base URL.',
  )
}

/** A name that the client chose at the upload is not sealed: the active upstream knows it. */
function findFile(request: HandlerRequest): string {
  const { file = '' } = request.parameters
  const isCustomId = /^[a-z0-9-]{1,40}$/.test(file) && !unsealName('file', file, request)
  if (isCustomId) return `files/${file}`
  const { name } = unsealFileNames(resolveSealedName(request, 'file', idOf(request)))
  if (name !== undefined) return name
  throw new ApiError('NOT_FOUND', 'This file is an external link. It can only be downloaded.')
}

function idOf({ path, query }: HandlerRequest): string {
  return lastFileId(`${path}?${query}`) ?? ''
}

/** SDKs embed an http URL in their own (wire §5.3). Without these words they request the file's metadata. */
function isDownload({ path, query }: HandlerRequest): boolean {
  return /(?::|%3A)download|alt(?:=|%3D)media/i.test(`${path}?${query}`)
}

async function download(request: HandlerRequest): Promise<HttpResponse> {
  const { name, uri } = unsealFileNames(resolveSealedName(request, 'file', idOf(request)))
  const path = toRoutePath(uri) ?? (name === undefined ? undefined : toRoutePath(name))
  const upstreamRequest = toUpstreamRequest(request, { path: path ?? '/' })
  const response =
    path === undefined
      ? await openExternalUrl(request, uri, upstreamRequest)
      : await requestUpstream(request, upstreamRequest)
  if (isErrorResponse(response)) return response
  await rejectHtml(response)
  return {
    ...response,
    headers: { ...toInertHeaders(response.headers), 'cache-control': 'private, no-transform' },
  }
}

/** Returns the part of a file's URL that is a route of the same API; undefined if it is an external link. */
function toRoutePath(uri: string): string | undefined {
  const path = uri.startsWith('files/')
    ? `/v1beta/${uri}`
    : /^(?:https?:\/\/[^/]+)?.*?((?:\/v1)?\/v1beta\/files\/[^#]+)/.exec(uri)?.[1]
  if (path === undefined) return undefined
  const [pathname = '', query = ''] = path.split('?', 2)
  const pairs = query.split('&').filter((pair) => pair !== '' && pair !== 'alt=media')
  return `${pathname.replace(/:download$/, '')}:download?${[...pairs, 'alt=media'].join('&')}`
}

async function openExternalUrl(
  request: HandlerRequest,
  uri: string,
  upstreamRequest: HttpRequest,
): Promise<HttpResponse> {
  if (!request.upstream.open || !/^https?:/.test(uri))
    throw new ApiError('NOT_FOUND', 'The provider that created this file no longer has it.')
  request.record.markSent()
  const response = await request.upstream.open(uri, upstreamRequest)
  request.record.markResponseHeaders()
  return response
}
