// Uploads: what a caller sends streams through to the upstream, under an address of this gateway that carries the upstream's own (wire §9.1).
import { ApiError } from '#shared/schemas/api-error'
import type { HttpHeaders, HttpResponse } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { isObject, readObject, resolveSealedName, rewriteFile, withoutKey } from './gateway-names'
import { type HandlerRequest, type Handlers, jsonResponse } from './handler'
import { sealName } from './sealed-name'
import { isErrorResponse, requestUpstream, toUpstreamRequest } from './upstream-request'

type UploadRoute = 'uploadFile' | 'continueUpload' | 'putUpload'

export const upload: Pick<Handlers, UploadRoute> = {
  uploadFile: start,
  continueUpload: resume,
  putUpload: resume,
}

/** A session, or a whole file at once: only a session has an address to go on at. */
function start(call: HandlerRequest): Promise<HttpResponse> {
  return relay(call, call.query ? `${call.path}?${call.query}` : call.path)
}

/** Where it was started, whichever upstream is chosen by now, and whichever gateway with the same key began it. */
async function resume(call: HandlerRequest): Promise<HttpResponse> {
  return await relay(call, resolveSealedName(call, 'upload', call.parameters.upload ?? ''))
}

async function relay(call: HandlerRequest, path: string): Promise<HttpResponse> {
  const answer = await requestUpstream(call, toUpstreamRequest(call, { method: 'POST', path }))
  const headers = toOwnHeaders(answer.headers, call, path)
  if (isErrorResponse(answer)) return { ...answer, headers }
  checkStart(call, headers)
  return await toOwnAnswer({ ...answer, headers }, call)
}

function checkStart(call: HandlerRequest, headers: HttpHeaders): void {
  const isStart = /\bstart\b/.test(call.headers['x-goog-upload-command'] ?? '')
  if (!isStart || headers['x-goog-upload-url'] || headers['x-goog-upload-status'] === 'final') return
  throw new ApiError(
    'UNAVAILABLE',
    "The provider didn't return an upload URL. Check the base URL and the proxy.",
    { reason: 'connection' },
  )
}

/** Bytes that an answer to an upload may have; one in the middle has them for nothing. */
const maxInterimBytes = 65_536

const addresses = ['x-goog-upload-url', 'x-goog-upload-control-url'] as const

/** `asked` is the path that the upstream was asked at. */
function toOwnHeaders(headers: HttpHeaders, call: HandlerRequest, asked: string): HttpHeaders {
  const own: Record<string, string> = { ...headers }
  for (const name of addresses) {
    const address = headers[name]
    if (address !== undefined) own[name] = toOwnAddress(address, call, asked)
  }
  return own
}

function toOwnAddress(address: string, call: HandlerRequest, asked: string): string {
  const name = toUploadPath(address, asked.split('?', 1)[0] ?? '')
  const id = sealName('upload', { upstream: call.upstream.id, name }, call)
  return `${call.origin}${call.prefix}/files/${id}`
}

/** Without what a base URL puts before every path: the upstream puts it there again. */
function toUploadPath(address: string, asked: string): string {
  const path = withoutKey(readPath(address))
  const starts = [path.indexOf(asked), path.search(/(?:\/v1)?\/upload\//)]
  return path.slice(starts.find((start) => start >= 0) ?? 0)
}

function readPath(address: string): string {
  try {
    const { pathname, search } = new URL(address, 'http://upstream')
    return pathname + search
  } catch {
    throw new ApiError('UNAVAILABLE', 'The provider returned an invalid upload URL.')
  }
}

/** The answers before the last say everything in their headers. */
async function toOwnAnswer(answer: HttpResponse, call: HandlerRequest): Promise<HttpResponse> {
  const { status } = answer
  const headers = withoutBodyHeaders(answer.headers)
  if (!isLast(answer, call)) {
    await readBody(answer.body, maxInterimBytes, tooLong)
    return { status, headers, body: null }
  }
  const whole = { ...answer, body: await readBody(answer.body, maxInterimBytes, tooLong) }
  if (whole.body.length === 0 && !endsUpload(call)) return { status, headers, body: null }
  const result = await readObject(whole)
  const { file } = result
  const plain = jsonResponse(isObject(file) ? { ...result, file: rewriteFile(file, call) } : result)
  return { status, headers: { ...headers, ...plain.headers }, body: plain.body }
}

function withoutBodyHeaders(headers: HttpHeaders): HttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')))
}

/** Where the upstream does not say so, the command does; an upload at once has none. */
function isLast({ headers }: HttpResponse, call: HandlerRequest): boolean {
  const status = headers['x-goog-upload-status']
  if (status !== undefined) return status === 'final'
  return endsUpload(call)
}

function endsUpload({ headers }: HandlerRequest): boolean {
  return /\bfinalize\b/.test(headers['x-goog-upload-command'] ?? 'finalize')
}

function tooLong(): ApiError {
  return new ApiError('UNAVAILABLE', 'The provider returned an unexpected response during the upload.')
}
