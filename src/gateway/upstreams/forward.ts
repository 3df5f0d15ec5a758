// Forwards a request to an upstream: retries safe methods, follows the redirects of a download, and decompresses.

import { pipeline, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { unusableResponse } from '#shared/endpoints/errors'
import { ApiError } from '#shared/schemas/api-error'
import type { HttpBody, HttpHeaders, HttpRequest, HttpResponse, RequestSignal } from '#shared/wire/http'
import { discardBody } from '#shared/wire/read-body'
import { findFault } from '../outbound/transport-error'
import type { Outbound } from '../ports'

export interface OutboundRoute {
  readonly send: Outbound['send']
  /** Origins of the upstream, which redirects may target besides the storage hosts. */
  readonly origins: readonly string[]
  /** True if the text contains one of the upstream's keys. */
  readonly holdsKey: (text: string) => boolean
}

interface Target {
  /** Scheme, host and port. */
  readonly origin: string
  readonly path: string
  /** Headers with the upstream's key, in addition to the client's. */
  readonly credential: HttpHeaders
}

/** Only safe methods (RFC 9110 §9.2.1) are retried, and only their redirects are followed (decisions §7). */
export function forwardRequest(
  request: HttpRequest,
  { origin, path, credential }: Target,
  route: OutboundRoute,
): Promise<HttpResponse> {
  const { method, body, signal } = request
  const isStream = body !== null && !(body instanceof Uint8Array)
  const headers = Object.assign(toUpstreamHeaders(request.headers, isStream), credential)
  const upstreamRequest = { method, path, headers, body, signal }
  return isSafe(upstreamRequest)
    ? forwardSafely(origin, upstreamRequest, route)
    : route.send(origin, upstreamRequest).then((response) => receive(response, upstreamRequest, route))
}

async function forwardSafely(
  origin: string,
  request: HttpRequest,
  route: OutboundRoute,
): Promise<HttpResponse> {
  const response = await retrySafeRequest(() => route.send(origin, request), request.signal)
  const url = new URL(withoutQueryKey(request.path), origin)
  return receive(await followRedirects({ response, url }, request, route), request, route)
}

/** Forwards to an external URL: without any credential, and only to an allowed host. */
export async function forwardToUrl(
  url: URL,
  request: HttpRequest,
  route: OutboundRoute,
): Promise<HttpResponse> {
  checkAllowed(url, route)
  const target = { origin: url.origin, path: url.pathname + url.search, credential: {} }
  return await forwardRequest(request, target, route)
}

function isSafe({ method }: HttpRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function receive(response: HttpResponse, request: HttpRequest, { holdsKey }: OutboundRoute): HttpResponse {
  if (isRedirect(response.status))
    throw new ApiError(
      'UNAVAILABLE',
      'The provider redirected this request. Enter the redirect target as the base URL.',
    )
  const isUpload = request.path.includes('/upload/')
  // HEAD has no body to decode, and describes the body as GET would return it.
  const { status, headers, body } = request.method === 'HEAD' ? response : decodeResponse(response)
  return { status, headers: toClientHeaders(headers, isUpload, holdsKey), body }
}

const maxHops = 5

/** Hosts of signed links: storage services with their buckets, but no domains that virtual machines can have. */
const storageHosts: readonly RegExp[] = [
  /^(?:[\w.-]+\.)?storage\.googleapis\.com$/,
  /^generativelanguage\.googleapis\.com$/,
  /^(?:lh3|video-downloads)\.googleusercontent\.com$/,
  /^(?:[\w.-]+\.)?s3(?:[.-](?:dualstack\.)?[a-z]{2}(?:-[a-z]+){1,2}-\d)?\.amazonaws\.com$/,
  /^[\w-]+\.cloudfront\.net$/,
  /^(?:[\w.-]+\.)?r2\.cloudflarestorage\.com$/,
  /^[\w-]+\.blob\.core\.windows\.net$/,
]

interface Hop {
  readonly response: HttpResponse
  /** The URL of the response. */
  readonly url: URL
}

/**
 * The credential of `request` stays with the first origin: the Gemini API redirects to its own `/download/…`, which
 * needs the key (wire §5.3). After a hop to another origin it is not sent again.
 */
async function followRedirects(
  first: Hop,
  request: HttpRequest,
  route: OutboundRoute,
): Promise<HttpResponse> {
  let { response, url } = first
  let isFirstOrigin = true
  for (let hop = 0; isRedirect(response.status); hop += 1) {
    if (hop === maxHops) throw redirectError('redirects in a loop')
    await discardBody(response.body)
    url = readLocation(response, url, route)
    isFirstOrigin &&= url.origin === first.url.origin
    const headers = isFirstOrigin ? request.headers : withoutKeyHeaders(request.headers)
    response = await requestUrl(url, { ...request, headers }, route)
  }
  return response
}

/** Sends one request, unchanged, to an allowed host. */
export async function requestUrl(
  url: URL,
  request: HttpRequest,
  route: OutboundRoute,
): Promise<HttpResponse> {
  checkAllowed(url, route)
  return await route.send(url.origin, { ...request, path: url.pathname + url.search })
}

function checkAllowed(url: URL, { origins }: OutboundRoute): void {
  if (!isAllowed(url, origins)) throw redirectError("redirects to a host that isn't allowed")
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308
}

function isAllowed({ origin, protocol, hostname, port }: URL, origins: readonly string[]): boolean {
  if (origins.includes(origin)) return true
  // A service on this machine can reach all its ports anyway.
  if (isLoopback(hostname)) return origins.some((own) => new URL(own).hostname === hostname)
  return protocol === 'https:' && port === '' && storageHosts.some((host) => host.test(hostname))
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
}

/** Removes a key that the upstream put into the URL, so that it is not sent to the redirect target. */
function readLocation({ headers }: HttpResponse, from: URL, { holdsKey }: OutboundRoute): URL {
  const { location = '' } = headers
  if (location === '') throw redirectError('redirects without a target')
  const target = holdsKey(location) ? withoutQueryKey(location) : location
  const url = parseUrl(target, from)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw redirectError('redirects to a non-HTTP URL')
  if (holdsKey(url.href)) throw redirectError('redirects to a URL that contains its key')
  return url
}

function parseUrl(target: string, from: URL): URL {
  try {
    return new URL(target, from)
  } catch {
    throw redirectError('redirects to an invalid URL')
  }
}

function redirectError(what: string): ApiError {
  return unusableResponse(`The provider ${what}. Check the base URL.`)
}

const maxTries = 3
/** Milliseconds before the second try; doubled for each further one. */
const firstDelay = 200

const temporaryStatuses = new Set([502, 503, 504])

export async function retrySafeRequest(
  send: () => Promise<HttpResponse>,
  signal: RequestSignal,
): Promise<HttpResponse> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await send().catch((error: unknown) => error as Error)
    const isFinal = attempt === maxTries || signal.aborted || !isTemporary(outcome)
    if (isFinal && outcome instanceof Error) throw outcome
    if (isFinal) return outcome as HttpResponse
    if (!(outcome instanceof Error)) await discardBody(outcome.body)
    const delay = firstDelay * 2 ** (attempt - 1) * (0.5 + Math.random())
    await waitUnlessAborted(delay, signal)
  }
}

function waitUnlessAborted(milliseconds: number, signal: RequestSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    signal.addEventListener('abort', finish)
  })
}

function isTemporary(outcome: HttpResponse | Error): boolean {
  if (outcome instanceof ApiError) return outcome.code === 'UNAVAILABLE' && !isPermanent(findFault(outcome))
  return !(outcome instanceof Error) && temporaryStatuses.has(outcome.status)
}

/** A retry does not help with other faults; a proxy may lock an account after a few wrong passwords. */
function isPermanent(fault: ReturnType<typeof findFault>): boolean {
  return (
    fault !== undefined &&
    fault.verdict !== 'network' &&
    !['closedPort', 'proxyUnreachable'].includes(fault.name)
  )
}

const decoders = {
  br: createBrotliDecompress,
  deflate: createInflate,
  gzip: createGunzip,
  'x-gzip': createGunzip,
} as const

/** Leaves partial bodies and other encodings compressed. */
function decodeResponse(response: HttpResponse): HttpResponse {
  if (response.headers['content-encoding'] === undefined) return response
  const { 'content-encoding': encoding = '', 'content-length': _, ...headers } = response.headers
  const name = encoding.trim().toLowerCase()
  if (!isKnown(name) || response.status === 206 || response.body === null) return response
  return { ...response, headers, body: decode(response.body, name) }
}

function isKnown(name: string): name is keyof typeof decoders {
  return Object.hasOwn(decoders, name)
}

/** Yields data as soon as it arrives; stopping early stops reading the compressed body, too. */
async function* decode(
  body: NonNullable<HttpBody>,
  name: keyof typeof decoders,
): AsyncGenerator<Uint8Array, void, undefined> {
  const decoder = decoders[name]()
  const source = body instanceof Uint8Array ? [body] : body
  pipeline(Readable.from(source), decoder, () => {})
  try {
    // A decoder without an encoding yields bytes.
    for await (const chunk of decoder) yield chunk as Uint8Array
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw new ApiError('UNAVAILABLE', "The provider's compressed response is corrupted.", { cause })
  }
}

const requestHeaders = new Set([
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'if-range',
  'openai-organization',
  'openai-project',
  'range',
  'user-agent',
  'x-goog-api-client',
  'x-server-timeout',
])

/** `x-goog-upload-`: the steps of a resumable upload (wire §9.1). */
const requestFamilies = ['x-stainless-', 'x-goog-upload-'] as const

/** No `location`, cookies or vendor headers: they name hosts, and one contained the key (wire §5.3). */
const responseHeaders = new Set([
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'openai-processing-ms',
  'retry-after',
  'retry-after-ms',
  'x-request-id',
])

/** Only for uploads: the URL among them names the upstream's host. */
const uploadHeaders = new Set([
  'x-goog-upload-chunk-granularity',
  'x-goog-upload-size-received',
  'x-goog-upload-status',
  'x-goog-upload-url',
])

const credentials = new Set(['authorization', 'x-goog-api-key'])

/** Only the length of a streamed body is forwarded; that of buffered bytes is computed again. */
export function toUpstreamHeaders(headers: HttpHeaders, isStream: boolean): Record<string, string> {
  const allowed: Record<string, string> = { 'accept-encoding': 'identity' }
  for (const name in headers) {
    const value = headers[name]
    const isAllowed = requestHeaders.has(name) || requestFamilies.some((family) => name.startsWith(family))
    if (value !== undefined && (isAllowed || (isStream && name === 'content-length'))) allowed[name] = value
  }
  return allowed
}

/** Removes a header that holds a key. */
export function toClientHeaders(
  headers: HttpHeaders,
  isUpload: boolean,
  holdsKey: OutboundRoute['holdsKey'],
): HttpHeaders {
  const allowed: Record<string, string> = {}
  for (const name in headers) {
    const isAllowed = responseHeaders.has(name) || name.startsWith('x-ratelimit-')
    if (!isAllowed && !(isUpload && uploadHeaders.has(name))) continue
    const value = name === 'x-goog-upload-url' ? withoutQueryKey(headers[name] ?? '') : headers[name]
    if (value !== undefined && !holdsKey(value)) allowed[name] = value
  }
  return allowed
}

function withoutKeyHeaders(headers: HttpHeaders): HttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !credentials.has(name)))
}

/** Removes the query parameters that match from a URL or a path; everything else is unchanged. */
export function withoutQueryKey(url: string, keys = /^key=/i): string {
  const [whole = '', fragment] = url.split('#', 2)
  const mark = whole.indexOf('?')
  if (mark < 0) return url
  const pairs = whole.slice(mark + 1).split('&')
  const others = pairs.filter((pair) => !keys.test(pair))
  if (others.length === pairs.length) return url
  const query = others.length > 0 ? `?${others.join('&')}` : ''
  return whole.slice(0, mark) + query + (fragment === undefined ? '' : `#${fragment}`)
}
