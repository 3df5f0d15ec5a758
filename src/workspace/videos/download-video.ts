// Downloads a video's file through the gateway, resuming where an earlier attempt broke off.

import { open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { JobError } from '#shared/schemas/job'
import type { HttpResponse, Send } from '#shared/wire/http'
import { createFolder } from '../atomic-write'
import { explainProblem } from '../media/folder-problem'
import { discardBody, readErrorResponse, streamBody, toJobError } from '../response'

/** What the service has told of the file. */
interface FileVersion {
  readonly total: number | null
  readonly tag: string | null
}

interface Download {
  /** Path and query at the gateway. */
  readonly path: string
  readonly file: PartialFile
  readonly told: FileVersion
  readonly send: Send
  readonly signal: AbortSignal
  /** A service has told it, or told something else than before. */
  readonly onVersion: (told: FileVersion) => Promise<void>
  readonly onBytes: (bytes: number, total: number | null) => void
}

export type Downloaded =
  /** The file is as long as it was said to be. */
  | { readonly type: 'whole'; readonly bytes: number }
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
  const { file, told } = download
  const have = await file.measure()
  if (have > 0 && have === told.total) return { type: 'whole', bytes: have }
  const answer = await ask(download, have)
  if (answer.status === 206 && fits(answer, have, told)) return await take(download, answer, have)
  if (
    answer.status === 416 &&
    readContentRange(answer.headers['content-range'])?.total === have &&
    have > 0
  ) {
    await discardBody(answer)
    return { type: 'whole', bytes: have }
  }
  // What has come belongs to another file than the one that is there now.
  const isAnew = answer.status === 200
  if (have > 0 && (isAnew || answer.status === 206 || answer.status === 416)) await file.empty()
  if (isAnew) return await take(download, answer, 0)
  if (have > 0 && (answer.status === 206 || answer.status === 416)) {
    await discardBody(answer)
    return await fetchRest({ ...download, told: { total: null, tag: null } })
  }
  return await refuse(answer)
}

function ask({ path, told, send, signal }: Download, have: number): Promise<HttpResponse> {
  const range = have > 0 ? { range: `bytes=${have}-`, ...(told.tag ? { 'if-range': told.tag } : {}) } : {}
  return send({
    method: 'GET',
    path,
    headers: { 'accept-encoding': 'identity', ...range },
    body: null,
    signal,
  })
}

function fits({ headers }: HttpResponse, have: number, told: FileVersion): boolean {
  const range = readContentRange(headers['content-range'])
  if (!range || range.from !== have || have === 0) return false
  const isOther = told.tag !== null && headers.etag !== undefined && headers.etag !== told.tag
  return !isOther && (told.total === null || range.total === null || range.total === told.total)
}

async function take(download: Download, answer: HttpResponse, have: number): Promise<Downloaded> {
  const { file, onVersion, onBytes } = download
  const told = readVersion(answer)
  await onVersion(told)
  let bytes = have
  onBytes(bytes, told.total)
  await file.append(streamBody(answer.body), (more) => {
    bytes += more
    onBytes(bytes, told.total)
  })
  if (told.total === null || bytes === told.total) return { type: 'whole', bytes }
  if (bytes > told.total) await file.empty()
  const message = `The download ended after ${bytes} of ${told.total} bytes.`
  return { type: 'broken', message, retryAfter: undefined }
}

function readVersion({ status, headers }: HttpResponse): FileVersion {
  const tag = headers.etag ?? null
  const length = Number.parseInt(headers['content-length'] ?? '', 10)
  const whole = Number.isSafeInteger(length) ? length : null
  const total = status === 206 ? (readContentRange(headers['content-range'])?.total ?? null) : whole
  // Only a strong tag is for the very same bytes.
  return { total, tag: tag?.startsWith('"') ? tag : null }
}

/** Of a refusal in which retrying may help without a change by the user, and of what broke on the way. */
async function refuse(answer: HttpResponse): Promise<Downloaded> {
  const { status } = answer
  const told = toJobError(await readErrorResponse(answer))
  if (status === 401 || status === 408 || status === 429 || status >= 500)
    return { type: 'broken', message: told.message, retryAfter: told.retryAfter }
  const isGone = status === 404 || status === 410
  const meaning = isGone
    ? "The service does not have the video's file any more: it keeps such files for about two days."
    : 'The service does not hand the video over.'
  const message = `${meaning} It says: ${told.message}`
  return { type: 'lost', error: { ...told, message }, canFetchAgain: !isGone }
}

/** The part of a file that a response holds (RFC 9110 §14.4). */
interface ContentRange {
  /** First byte, and the one after the last; null of a range that was refused. */
  readonly from: number | null
  readonly to: number | null
  /** Null if the service does not know. */
  readonly total: number | null
}

function readContentRange(header: string | undefined): ContentRange | undefined {
  const match = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/i.exec(header?.trim() ?? '')
  if (!match) return undefined
  const [, first, last, size] = match
  const total = size === '*' ? null : Number(size)
  if (first === undefined || last === undefined) return { from: null, to: null, total }
  return { from: Number(first), to: Number(last) + 1, total }
}

export interface PartialFile {
  readonly path: string
  /** Bytes; 0 where there is none. */
  measure(): Promise<number>
  /** To nothing: what has come belongs to no file. */
  empty(): Promise<void>
  /** At its end, piece by piece. */
  append(chunks: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void): Promise<void>
}

/** Of a job, in its order among the videos of that job. */
export function openPartial(folder: string, jobId: string, index: number): PartialFile {
  const path = join(folder, `${jobId}-${index}.part`)
  return {
    path,
    measure: async () => (await stat(path).catch(() => undefined))?.size ?? 0,
    empty: async () => {
      await truncate(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw explainProblem(folder, error)
      })
    },
    append: (chunks, onBytes) => append({ folder, path }, chunks, onBytes),
  }
}

async function append(
  { folder, path }: { folder: string; path: string },
  chunks: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const ours = async <Result>(work: Promise<Result>): Promise<Result> =>
    await work.catch((error: unknown) => {
      throw explainProblem(folder, error)
    })
  await ours(createFolder(folder))
  const handle = await ours(open(path, 'a', 0o600))
  try {
    for await (const chunk of chunks) {
      await ours(handle.writeFile(chunk))
      onBytes(chunk.length)
    }
  } finally {
    await handle.close()
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
