// Checks and downloads dictionaries in Chromium's format for Hunspell, BDIC.
import { createHash } from 'node:crypto'
import { errorCodeOf, findFault } from '#gateway/outbound/transport-error'
import { ApiError } from '#shared/schemas/api-error'
import { isSafeUpdateUrl } from '#shared/schemas/updates'
import type { HttpRequest, HttpResponse } from '#shared/wire/http'
import { discardBody, streamBody } from '#shared/wire/read-body'
import { withSignals } from '#workspace/concurrency/abort'

/** Larger than any dictionary. */
export const maxDictionaryBytes = 50_000_000

/** The header of version 2 ends with the MD5 hash of everything after it. */
const headerBytes = 32
const maxRedirects = 5

/** Undefined for a complete dictionary. */
export function findDictionaryProblem(bytes: Uint8Array): 'other-format' | 'damaged' | undefined {
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headerBytes))
  const isDictionary = header.length === headerBytes && header.toString('latin1', 0, 4) === 'BDic'
  if (!isDictionary || header.readUInt16LE(4) !== 2 || header.readUInt32LE(8) !== headerBytes)
    return 'other-format'
  const hash = createHash('md5').update(bytes.subarray(headerBytes)).digest()
  return hash.equals(header.subarray(16, headerBytes)) ? undefined : 'damaged'
}

interface DownloadOptions {
  /** `origin` is scheme, host and port. */
  readonly send: (origin: string, request: HttpRequest) => Promise<HttpResponse>
  readonly url: string
  readonly signal: AbortSignal
  /** `totalBytes` is 0 if it is unknown. */
  readonly onProgress: (bytes: number, totalBytes: number) => void
  /** Milliseconds without a byte after which the download fails. */
  readonly stallMs: number
}

/** Rejects with an `ApiError` that says what to do, also if `signal` aborts. */
export async function downloadDictionary(options: DownloadOptions): Promise<Uint8Array> {
  const { hostname } = new URL(options.url)
  const stalled = new AbortController()
  const timer = setTimeout(() => stalled.abort(), options.stallMs)
  try {
    const bytes = await withSignals([options.signal, stalled.signal], (signal) =>
      receive({ ...options, signal }, () => timer.refresh()),
    )
    return requireDictionary(bytes, hostname)
  } catch (error) {
    if (stalled.signal.aborted)
      throw new ApiError('DEADLINE_EXCEEDED', 'The download stalled. Check your connection, then retry.')
    throw explainFailure(error, hostname)
  } finally {
    clearTimeout(timer)
  }
}

async function receive(options: DownloadOptions, onActivity: () => void): Promise<Uint8Array> {
  const { headers, body } = await follow(options)
  const totalBytes = Number(headers['content-length'] ?? 0)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of streamBody(body)) {
    onActivity()
    length += chunk.length
    if (length > maxDictionaryBytes) throw new ApiError('INVALID_ARGUMENT', 'The file is too large.')
    chunks.push(chunk)
    options.onProgress(length, totalBytes)
  }
  return Buffer.concat(chunks, length)
}

async function follow({ send, url, signal }: DownloadOptions): Promise<HttpResponse> {
  let next = new URL(url)
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const path = next.pathname + next.search
    const response = await send(next.origin, { method: 'GET', path, headers: {}, body: null, signal })
    const { location } = response.headers
    if (response.status === 200) return response
    await discardBody(response.body)
    if (response.status < 300 || response.status > 399 || !location) throw statusError(response.status, next)
    next = new URL(location, next)
    if (!isSafeUpdateUrl(next.href))
      throw new ApiError(
        'FAILED_PRECONDITION',
        `The server redirects to a URL without HTTPS: ${next.origin}.`,
      )
  }
  throw new ApiError('FAILED_PRECONDITION', 'The server redirects too many times. Check the download URL.')
}

function statusError(status: number, { hostname }: URL): ApiError {
  if (status === 404 || status === 410)
    return new ApiError(
      'NOT_FOUND',
      `${hostname} doesn’t have this dictionary (HTTP ${status}). Check the download URL, or add a dictionary file.`,
    )
  const advice = 'Try again later, or add a dictionary file.'
  return new ApiError('UNAVAILABLE', `${hostname} responded with HTTP ${status}. ${advice}`)
}

function requireDictionary(bytes: Uint8Array, hostname: string): Uint8Array {
  const problem = findDictionaryProblem(bytes)
  if (problem === undefined) return bytes
  throw new ApiError(
    'FAILED_PRECONDITION',
    problem === 'damaged'
      ? 'The dictionary arrived damaged. Retry.'
      : `${hostname} sent a file that isn’t a dictionary. If your network has a sign-in page, sign in, then retry.`,
  )
}

function explainFailure(error: unknown, hostname: string): ApiError {
  const fault = findFault(error)
  if (error instanceof ApiError && fault === undefined) return error
  if (fault?.name === 'proxyCredentials')
    return new ApiError(
      'UNAVAILABLE',
      'The proxy requires a username and password. Check Settings > Network.',
    )
  const code = errorCodeOf(error instanceof ApiError ? error.cause : error)
  return new ApiError(
    'UNAVAILABLE',
    `Can’t reach ${hostname}${code && ` (${code})`}. Check Settings > Network, then retry, or add a dictionary file.`,
    { cause: error },
  )
}
