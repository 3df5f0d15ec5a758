// Downloads a video's file through the gateway, resuming where an earlier attempt broke off.

import { open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { JobError } from '#shared/schemas/job'
import type { HttpResponse, Send } from '#shared/wire/http'
import { createFolder } from '../atomic-write'
import { explainProblem } from '../media/folder-problem'
import { discardBody, readErrorResponse, streamBody, toJobError } from '../response'

/** What the service has said of the file. */
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
  /** A service has stated it, or stated another one than before. */
  readonly onVersion: (version: FileVersion) => Promise<void>
  readonly onBytes: (bytes: number, total: number | null) => void
}

export type Downloaded =
  /** The file is as long as it was said to be. */
  | { readonly type: 'complete'; readonly bytes: number }
  /** It continues later with what has come. */
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
  const have = await file.measure()
  if (have > 0 && have === version.total) return { type: 'complete', bytes: have }
  const response = await ask(download, have)
  const { status } = response
  const range = readContentRange(response.headers['content-range'])
  if (status === 206 && fits(response, have, version)) return await append(download, response, have)
  if (status === 416 && have > 0 && range?.total === have) {
    await discardBody(response)
    return { type: 'complete', bytes: have }
  }
  // What has come belongs to another file than the one that is there now.
  const isRefusedRange = have > 0 && (status === 206 || status === 416)
  if (isRefusedRange || (have > 0 && status === 200)) await file.empty()
  if (status === 200) return await append(download, response, 0)
  if (!isRefusedRange) return await refuse(response)
  await discardBody(response)
  return await fetchRest({ ...download, version: { total: null, tag: null } })
}

function ask({ path, version, send, signal }: Download, have: number): Promise<HttpResponse> {
  const condition = version.tag ? { 'if-range': version.tag } : {}
  const range = have > 0 ? { range: `bytes=${have}-`, ...condition } : {}
  const headers = { 'accept-encoding': 'identity', ...range }
  return send({ method: 'GET', path, headers, body: null, signal })
}

function fits({ headers }: HttpResponse, have: number, version: FileVersion): boolean {
  const range = readContentRange(headers['content-range'])
  if (!range || range.from !== have || have === 0) return false
  const isOther = version.tag !== null && headers.etag !== undefined && headers.etag !== version.tag
  return !isOther && (version.total === null || range.total === null || range.total === version.total)
}

async function append(download: Download, response: HttpResponse, have: number): Promise<Downloaded> {
  const { file, onVersion, onBytes } = download
  const version = readVersion(response)
  const { total } = version
  await onVersion(version)
  let bytes = have
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
  const stated = Number.isSafeInteger(length) ? length : null
  const total = status === 206 ? (readContentRange(headers['content-range'])?.total ?? null) : stated
  // Only a strong tag is for the very same bytes.
  return { total, tag: tag?.startsWith('"') ? tag : null }
}

/** Of a refusal in which retrying may help without a change by the user, and of what broke on the way. */
async function refuse(response: HttpResponse): Promise<Downloaded> {
  const { status } = response
  const said = toJobError(await readErrorResponse(response))
  if (status === 401 || status === 408 || status === 429 || status >= 500)
    return { type: 'broken', message: said.message, retryAfter: said.retryAfter }
  const isGone = status === 404 || status === 410
  const meaning = isGone
    ? 'The provider no longer has the video file. Files are kept for about two days.'
    : 'The provider refused to return the video file.'
  const message = `${meaning} It says: ${said.message}`
  return { type: 'lost', error: { ...said, message }, canFetchAgain: !isGone }
}

/** First byte of the part that a response holds, null of a range that was refused; `total` is null if the service does not know (RFC 9110 §14.4). */
function readContentRange(header: string | undefined) {
  const match = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/i.exec(header?.trim() ?? '')
  if (!match) return undefined
  const [, first, size] = match
  return { from: first === undefined ? null : Number(first), total: size === '*' ? null : Number(size) }
}

/** Of a job, in its order among the videos of that job. */
export class PartialFile {
  readonly path: string
  readonly #folder: string

  constructor(folder: string, jobId: string, index: number) {
    this.#folder = folder
    this.path = join(folder, `${jobId}-${index}.part`)
  }

  /** Bytes; 0 if there is none. */
  async measure(): Promise<number> {
    return (await stat(this.path).catch(() => undefined))?.size ?? 0
  }

  /** To nothing: what has come belongs to no file. */
  async empty(): Promise<void> {
    await truncate(this.path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw explainProblem(this.#folder, error)
    })
  }

  /** At its end, chunk by chunk. */
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

/** What a job has left that is not fetched any longer. */
export async function sweepPartials(folder: string, isFetched: (jobId: string) => boolean): Promise<void> {
  await removeNames(folder, (name) => !isFetched(name.replace(/-\d+\.part$/, '')))
}

/** What cannot be removed now is removed at the next start. */
async function removeNames(folder: string, isSurplus: (name: string) => boolean): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const surplus = names.filter((name) => /-\d+\.part$/.test(name) && isSurplus(name))
  await Promise.all(surplus.map((name) => rm(join(folder, name), { force: true }).catch(() => undefined)))
}
