// Files: uploaded ones are listed, described and deleted where they are kept, generated ones downloaded (decisions §8, §9).
import type { RouteId } from '#shared/endpoints/routes'
import { ApiError } from '#shared/schemas/api-error'
import type { Answer, Call } from '#shared/wire/call'
import { readBody } from '#shared/wire/read-body'
import {
  isObject,
  lastFileId,
  type Opened,
  openName,
  readAddress,
  readObject,
  rewriteFile,
  sealingOf,
} from './gateway-names'
import { answerJson, type GatewayCall, type Handlers } from './handler'
import { unsealOwn } from './sealed-name'
import {
  askForJson,
  askUpstream,
  besideCall,
  isRefusal,
  refusePage,
  relyOnJson,
  toInertHeaders,
  toUpstreamCall,
} from './upstream-request'

export const files: Pick<Handlers, 'downloadFile' | 'listFiles' | 'getFile' | 'deleteFile'> = {
  downloadFile: (call) => (asksForBytes(call) ? download(call) : tellFile(call)),
  listFiles: list,
  getFile: tellFile,
  deleteFile: remove,
}

async function list(call: GatewayCall<'listFiles'>): Promise<Answer> {
  const answer = await askForJson(call, toUpstreamCall(call, { method: 'GET' }))
  if (isRefusal(answer)) return answer
  const page = await readObject(answer)
  if (!Array.isArray(page.files)) return answerJson(page)
  const sealing = sealingOf(call)
  const listed = page.files.map((file: unknown) => (isObject(file) ? rewriteFile(file, sealing) : file))
  return answerJson({ ...page, files: listed })
}

async function tellFile(asked: GatewayCall<RouteId>): Promise<Answer> {
  const { name, call } = findFile(asked)
  const path = besideCall(call, `/${encodeURI(name)}`)
  const answer = await askForJson(call, toUpstreamCall(call, { method: 'GET', path }))
  if (isRefusal(answer)) return answer
  return answerJson(rewriteFile(await readObject(answer), sealingOf(call)))
}

async function remove(asked: GatewayCall<'deleteFile'>): Promise<Answer> {
  const { name, call } = findFile(asked)
  const path = besideCall(call, `/${encodeURI(name)}`)
  const answer = await askUpstream(call, toUpstreamCall(call, { path }))
  if (isRefusal(answer)) return answer
  const body = await readBody(answer.body, mostOfAnswer, notDeleted)
  const told = body.length === 0 ? answer : await relyOnJson(call, { ...answer, body })
  return isRefusal(told) ? told : answerJson({})
}

/** Nobody has more to say of a deletion. */
const mostOfAnswer = 65_536

function notDeleted(): ApiError {
  return new ApiError(
    'UNAVAILABLE',
    'The upstream answered a deletion with something else. Check the base URL.',
  )
}

/** A name that the caller itself chose at the upload is not sealed: the active upstream knows it. */
function findFile(asked: GatewayCall<RouteId>): Opened {
  const { file = '' } = asked.parameters
  const isChosen = /^[a-z0-9-]{1,40}$/.test(file) && !unsealOwn('file', file, asked)
  if (isChosen) return { name: `files/${file}`, call: asked }
  const { name: sealed, call } = openName(asked, 'file', idOf(asked))
  const { name } = readAddress(sealed)
  if (name !== undefined) return { name, call }
  throw new ApiError('NOT_FOUND', 'This file is a link to elsewhere: it can be downloaded, and nothing more.')
}

function idOf({ path, query }: GatewayCall<RouteId>): string {
  return lastFileId(`${path}?${query}`) ?? ''
}

/** SDKs bury an http address in their own (wire §5.3); without these words it is the file that they ask about. */
function asksForBytes({ path, query }: GatewayCall<RouteId>): boolean {
  return /(?::|%3A)download|alt(?:=|%3D)media/i.test(`${path}?${query}`)
}

async function download(asked: GatewayCall<'downloadFile'>): Promise<Answer> {
  const { name: sealed, call } = openName(asked, 'file', idOf(asked))
  const { name, uri } = readAddress(sealed)
  const path = toRoutePath(uri) ?? (name === undefined ? undefined : toRoutePath(name))
  const request = toUpstreamCall(call, { path: path ?? '/' })
  const answer =
    path === undefined ? await openElsewhere(call, uri, request) : await askUpstream(call, request)
  if (isRefusal(answer)) return answer
  await refusePage(answer)
  return {
    ...answer,
    headers: { ...toInertHeaders(answer.headers), 'cache-control': 'private, no-transform' },
  }
}

/** The part of a file's address that is a route of the same API; undefined where it is a link elsewhere. */
function toRoutePath(uri: string): string | undefined {
  const path = uri.startsWith('files/')
    ? `/v1beta/${uri}`
    : /^(?:https?:\/\/[^/]+)?.*?((?:\/v1)?\/v1beta\/files\/[^#]+)/.exec(uri)?.[1]
  if (path === undefined) return undefined
  const [place = '', query = ''] = path.split('?', 2)
  const pairs = query.split('&').filter((pair) => pair !== '' && pair !== 'alt=media')
  return `${place.replace(/:download$/, '')}:download?${[...pairs, 'alt=media'].join('&')}`
}

async function openElsewhere(call: GatewayCall<'downloadFile'>, uri: string, request: Call): Promise<Answer> {
  if (!call.upstream.open || !/^https?:/.test(uri))
    throw new ApiError('NOT_FOUND', 'The upstream that made this file does not have it.')
  call.notes.noteSent()
  const answer = await call.upstream.open(uri, request)
  call.notes.noteUpstreamHeaders()
  return answer
}
