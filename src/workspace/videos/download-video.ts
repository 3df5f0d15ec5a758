// Downloads a video's file through the gateway, resuming where an earlier attempt stopped.

import { open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { quoteProvider } from '#shared/schemas/api-error'
import type { JobError } from '#shared/schemas/job'
import type { HttpResponse, Send } from '#shared/wire/http'
import { createFolder } from '../atomic-write'
import { explainProblem } from '../media/folder-problem'
import { discardBody, readErrorResponse, streamBody, toJobError } from '../response'

/** Length and ETag of the file, as the service stated them. */
interface FileVersion {
  readonly total: number | null
  readonly tag: string | null
}

interface Download {
  /** Path and query at the gateway. */
  readonly path: string
  readonly file: PartialFile
  readonly version: FileVersion
  readonly send: Send
  readonly signal: AbortSignal
  /** Called when the service states the version, or another one than before. */
  readonly onVersion: (version: FileVersion) => Promise<void>
  readonly onBytes: (bytes: number, total: number | null) => void
}

export type Downloaded =
  /** The file has its announced length. */
  | { readonly type: 'complete'; readonly bytes: number }
  /** Can be resumed later. */
  | { readonly type: 'broken'; readonly message: string; readonly retryAfter: number | undefined }
  | { readonly type: 'lost'; readonly error: JobError; readonly canFetchAgain: boolean }

/** Never rejects. */
export async function downloadVideo(download: Download): Promise<Downloaded> {
  try {
    return await fetchRest(download)
  } catch (error) {
    return { type: 'broken', message: toJobError(error).message, retryAfter: undefined }
  }
}

async function fetchRest(download: Download): Promise<Downloaded> {
  const { file, version } = download
  const received = await file.measure()
  if (received > 0 && received === version.total) return { type: 'complete', bytes: received }
  const response = await requestRest(download, received)
  const { status } = response
  const range = readContentRange(response.headers['content-range'])
  if (status === 206 && isContinuation(response, received, version))
    return await append(download, response, received)
  if (status === 416 && received > 0 && range?.total === received) {
    await discardBody(response)
    return { type: 'complete', bytes: received }
  }
  // The downloaded bytes belong to an earlier version of the file.
  const isRangeRejected = received > 0 && (status === 206 || status === 416)
  if (isRangeRejected || (received > 0 && status === 200)) await file.empty()
  if (status === 200) return await append(download, response, 0)
  if (!isRangeRejected) return await toFailure(response)
  await discardBody(response)
  return await fetchRest({ ...download, version: { total: null, tag: null } })
}

function requestRest({ path, version, send, signal }: Download, received: number): Promise<HttpResponse> {
  const condition = version.tag ? { 'if-range': version.tag } : {}
  const range = received > 0 ? { range: `bytes=${received}-`, ...condition } : {}
  const headers = { 'accept-encoding': 'identity', ...range }
  return send({ method: 'GET', path, headers, body: null, signal })
}

function isContinuation({ headers }: HttpResponse, received: number, version: FileVersion): boolean {
  const range = readContentRange(headers['content-range'])
  if (!range || range.from !== received || received === 0) return false
  const isOtherVersion = version.tag !== null && headers.etag !== undefined && headers.etag !== version.tag
  return !isOtherVersion && (version.total === null || range.total === null || range.total === version.total)
}

async function append(download: Download, response: HttpResponse, received: number): Promise<Downloaded> {
  const { file, onVersion, onBytes } = download
  const version = readVersion(response)
  const { total } = version
  await onVersion(version)
  let bytes = received
  onBytes(bytes, total)
  await file.append(streamBody(response.body), (more) => {
    bytes += more
    onBytes(bytes, total)
  })
  if (total === null || bytes === total) return { type: 'complete', bytes }
  if (bytes > total) await file.empty()
  const message = `The download stopped after ${bytes.toLocaleString('en')} of ${total.toLocaleString('en')} bytes.`
  return { type: 'broken', message, retryAfter: undefined }
}

function readVersion({ status, headers }: HttpResponse): FileVersion {
  const tag = headers.etag ?? null
  const length = Number.parseInt(headers['content-length'] ?? '', 10)
  const contentLength = Number.isSafeInteger(length) ? length : null
  const total = status === 206 ? (readContentRange(headers['content-range'])?.total ?? null) : contentLength
  // Only a strong tag guarantees identical bytes.
  return { total, tag: tag?.startsWith('"') ? tag : null }
}

/** Distinguishes errors that a later retry may resolve from a lost file. */
async function toFailure(response: HttpResponse): Promise<Downloaded> {
  const { status } = response
  const reason = await readErrorResponse(response)
  const error = toJobError(reason)
  // Before it asked the provider, the gateway found no usable key: as for an operation, that may change.
  const isUnsent = reason.code === 'FAILED_PRECONDITION' && reason.source !== 'provider'
  if (isUnsent || status === 401 || status === 408 || status === 429 || status >= 500)
    return { type: 'broken', message: error.message, retryAfter: error.retryAfter }
  const isNotFound = status === 404 || status === 410
  const summary = isNotFound
    ? 'The provider no longer has the video file. Files are kept for about two days.'
    : 'The provider refused to return the video file.'
  const message = quoteProvider(summary, error.message)
  return { type: 'lost', error: { ...error, message }, canFetchAgain: !isNotFound }
}

/** `from` is the first byte of the part, null for an unsatisfiable range; `total` is null if unknown (RFC 9110 §14.4). */
function readContentRange(header: string | undefined) {
  const match = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/i.exec(header?.trim() ?? '')
  if (!match) return undefined
  const [, first, size] = match
  return { from: first === undefined ? null : Number(first), total: size === '*' ? null : Number(size) }
}

/** The partly downloaded file of one video; `index` is its index among the job's videos. */
export class PartialFile {
  readonly path: string
  readonly #folder: string

  constructor(folder: string, jobId: string, index: number) {
    this.#folder = folder
    this.path = join(folder, `${jobId}-${index}.part`)
  }

  /** Returns its length in bytes; 0 if it is missing. */
  async measure(): Promise<number> {
    return (await stat(this.path).catch(() => undefined))?.size ?? 0
  }

  /** Truncates the file, because its bytes are of no use. */
  async empty(): Promise<void> {
    await truncate(this.path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw explainProblem(this.#folder, error)
    })
  }

  /** Appends to the file, chunk by chunk. */
  async append(chunks: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void): Promise<void> {
    const explain = (error: unknown) => {
      throw explainProblem(this.#folder, error)
    }
    await createFolder(this.#folder).catch(explain)
    const handle = await open(this.path, 'a', 0o600).catch(explain)
    try {
      for await (const chunk of chunks) {
        await handle.writeFile(chunk).catch(explain)
        onBytes(chunk.length)
      }
    } finally {
      await handle.close()
    }
  }
}

export async function removePartials(folder: string, jobId: string): Promise<void> {
  await removeNames(folder, (name) => name.startsWith(`${jobId}-`))
}

/** Removes the files of jobs that are no longer downloading. */
export async function sweepPartials(folder: string, isFetched: (jobId: string) => boolean): Promise<void> {
  await removeNames(folder, (name) => !isFetched(name.replace(/-\d+\.part$/, '')))
}

/** The next start removes what cannot be removed now. */
async function removeNames(folder: string, shouldRemove: (name: string) => boolean): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const removable = names.filter((name) => /-\d+\.part$/.test(name) && shouldRemove(name))
  await Promise.all(removable.map((name) => rm(join(folder, name), { force: true }).catch(() => undefined)))
}
