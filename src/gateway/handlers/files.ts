// Files: generated ones are downloaded through the gateway; uploading is not offered yet, and says so.
import { ApiError } from '#shared/schemas/api-error'
import type { Answer, Call } from '#shared/wire/call'
import { askUpstream, isRefusal, toUpstreamCall } from './ask-upstream'
import type { GatewayCall, Handlers } from './handler'
import { unsealName } from './sealed-name'

export const files: Pick<Handlers, 'downloadFile' | 'listFiles' | 'getFile' | 'deleteFile' | 'uploadFile'> = {
  downloadFile: download,
  listFiles: refuseUploads,
  getFile: refuseUploads,
  deleteFile: refuseUploads,
  uploadFile: refuseUploads,
}

async function download(call: GatewayCall<'downloadFile'>): Promise<Answer> {
  const uri = unsealFile(call)
  const path = toRoutePath(uri)
  const request = toUpstreamCall(call, { method: 'GET', path: path ?? '/' })
  const answer =
    path === undefined ? await openElsewhere(call, uri, request) : await askUpstream(call, request)
  if (isRefusal(answer)) return answer
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'private, no-transform' } }
}

/** The last `files/…` of path and query: SDKs bury an http address inside their own (wire §5.3). */
function unsealFile(call: GatewayCall<'downloadFile'>): string {
  const whole = `${decodeLoosely(call.path)}?${decodeLoosely(call.query)}`
  const id = [...whole.matchAll(/files\/([a-z0-9]+)/g)].at(-1)?.[1] ?? ''
  const uri = unsealName('file', id, call.localKey)
  if (uri !== undefined) return uri
  throw new ApiError(
    'NOT_FOUND',
    `files/${id} is not known to this gateway, or was made under another local key.`,
  )
}

/** The part of a file's address that is a route of the same API; undefined where it is a link elsewhere. */
function toRoutePath(uri: string): string | undefined {
  if (uri.startsWith('files/')) return `/v1beta/${withMedia(`${uri}:download`)}`
  const path = /^(?:https?:\/\/[^/]+)?.*?((?:\/v1)?\/v1beta\/files\/[^#]+)/.exec(uri)?.[1]
  return path === undefined ? undefined : withMedia(path)
}

function withMedia(path: string): string {
  if (/[?&]alt=media/.test(path)) return path
  return `${path}${path.includes('?') ? '&' : '?'}alt=media`
}

async function openElsewhere(call: GatewayCall<'downloadFile'>, uri: string, request: Call): Promise<Answer> {
  if (!call.upstream.open || !/^https?:/.test(uri))
    throw new ApiError('NOT_FOUND', 'The upstream that answers now does not have this file.')
  call.notes.noteSent()
  const answer = await call.upstream.open(uri, request)
  call.notes.noteUpstreamHeaders()
  return answer
}

async function refuseUploads(): Promise<never> {
  throw new ApiError(
    'UNIMPLEMENTED',
    'This gateway does not keep uploaded files yet. Send media inside the request as inlineData, or name a public address in fileData.fileUri.',
  )
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
