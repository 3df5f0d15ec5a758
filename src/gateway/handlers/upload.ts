// Streams uploads to the upstream, under a URL of this gateway into which the upstream's own is sealed (wire §9.1).
import { unusableResponse } from '#shared/endpoints/errors'
import { ApiError } from '#shared/schemas/api-error'
import type { HttpHeaders, HttpResponse } from '#shared/wire/http'
import { isObject } from '#shared/wire/json-objects'
import { readBody } from '#shared/wire/read-body'
import { readObject, resolveSealedName, rewriteFile, withoutKey } from './gateway-names'
import { type HandlerRequest, type Handlers, jsonResponse } from './handler'
import { sealName } from './sealed-name'
import { isErrorResponse, requestUpstream, toUpstreamRequest } from './upstream-request'

type UploadRoute = 'uploadFile' | 'continueUpload' | 'putUpload'

export const upload: Pick<Handlers, UploadRoute> = {
  uploadFile: start,
  continueUpload: resume,
  putUpload: resume,
}

/** Starts a resumable upload, or sends a whole file. Only the former returns an upload URL. */
function start(request: HandlerRequest): Promise<HttpResponse> {
  return relay(request, request.query ? `${request.path}?${request.query}` : request.path)
}

/** Continues at the upstream where the upload started, even if another gateway with the same key started it. */
async function resume(request: HandlerRequest): Promise<HttpResponse> {
  return await relay(request, resolveSealedName(request, 'upload', request.parameters.upload ?? ''))
}

async function relay(request: HandlerRequest, path: string): Promise<HttpResponse> {
  const response = await requestUpstream(request, toUpstreamRequest(request, { method: 'POST', path }))
  const headers = toGatewayHeaders(response.headers, request, path)
  if (isErrorResponse(response)) return { ...response, headers }
  checkStart(request, headers)
  return await toGatewayResponse({ ...response, headers }, request)
}

function checkStart(request: HandlerRequest, headers: HttpHeaders): void {
  const isStart = /\bstart\b/.test(request.headers['x-goog-upload-command'] ?? '')
  if (!isStart || headers['x-goog-upload-url'] || headers['x-goog-upload-status'] === 'final') return
  throw unusableResponse("The provider didn't return an upload URL. Check the base URL and the proxy.")
}

/** Bytes of a response during an upload. */
const maxInterimBytes = 65_536

const urlHeaders = ['x-goog-upload-url', 'x-goog-upload-control-url'] as const

/** `requestedPath` is the path of the upstream request. */
function toGatewayHeaders(headers: HttpHeaders, request: HandlerRequest, requestedPath: string): HttpHeaders {
  const gatewayHeaders: Record<string, string> = { ...headers }
  for (const name of urlHeaders) {
    const url = headers[name]
    if (url !== undefined) gatewayHeaders[name] = toGatewayUrl(url, request, requestedPath)
  }
  return gatewayHeaders
}

function toGatewayUrl(url: string, request: HandlerRequest, requestedPath: string): string {
  const name = toUploadPath(url, requestedPath.split('?', 1)[0] ?? '')
  const id = sealName('upload', { upstream: request.upstream.id, name }, request)
  return `${request.origin}${request.prefix}/files/${id}`
}

/** Removes the base URL's path, which the upstream adds to every path. */
function toUploadPath(url: string, requestedPath: string): string {
  const path = withoutKey(readPath(url))
  const starts = [path.indexOf(requestedPath), path.search(/(?:\/v1)?\/upload\//)]
  return path.slice(starts.find((start) => start >= 0) ?? 0)
}

function readPath(url: string): string {
  try {
    const { pathname, search } = new URL(url, 'http://upstream')
    return pathname + search
  } catch {
    throw new ApiError('UNAVAILABLE', 'The provider returned an invalid upload URL.')
  }
}

/** Only the last response of an upload has a body. */
async function toGatewayResponse(response: HttpResponse, request: HandlerRequest): Promise<HttpResponse> {
  const { status } = response
  const headers = withoutBodyHeaders(response.headers)
  if (!isLast(response, request)) {
    await readBody(response.body, maxInterimBytes, unexpectedResponse)
    return { status, headers, body: null }
  }
  const whole = { ...response, body: await readBody(response.body, maxInterimBytes, unexpectedResponse) }
  if (whole.body.length === 0 && !endsUpload(request)) return { status, headers, body: null }
  const result = await readObject(whole)
  const { file } = result
  const plain = jsonResponse(isObject(file) ? { ...result, file: rewriteFile(file, request) } : result)
  return { status, headers: { ...headers, ...plain.headers }, body: plain.body }
}

function withoutBodyHeaders(headers: HttpHeaders): HttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')))
}

/** Falls back to the request's command if the upstream sends no status; a single-request upload has neither. */
function isLast({ headers }: HttpResponse, request: HandlerRequest): boolean {
  const status = headers['x-goog-upload-status']
  if (status !== undefined) return status === 'final'
  return endsUpload(request)
}

function endsUpload({ headers }: HandlerRequest): boolean {
  return /\bfinalize\b/.test(headers['x-goog-upload-command'] ?? 'finalize')
}

function unexpectedResponse(): ApiError {
  return new ApiError('UNAVAILABLE', 'The provider returned an unexpected response during the upload.')
}
