// Fetches a video's file through the gateway, from where an earlier try has broken off.
import type { JobError } from '#shared/schemas/job'
import type { Answer, Send } from '#shared/wire/call'
import { toJobError } from '../jobs/job-error'
import { readRefusal } from '../jobs/read-refusal'
import { readContentRange } from './content-range'
import type { PartialFile } from './partial-file'

/** What the service has told of the file. */
interface Telling {
  readonly total: number | null
  readonly tag: string | null
}

interface Download {
  /** Path and query at the gateway. */
  readonly path: string
  readonly file: PartialFile
  readonly told: Telling
  readonly send: Send
  readonly signal: AbortSignal
  /** A service has told it, or told something else than before. */
  readonly onTold: (told: Telling) => Promise<void>
  readonly onBytes: (bytes: number, total: number | null) => void
}

export type Downloaded =
  /** The file is as long as it was said to be. */
  | { readonly type: 'whole'; readonly bytes: number }
  /** It goes on later with what has come. */
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
    await leave(answer)
    return { type: 'whole', bytes: have }
  }
  // What has come belongs to another file than the one that is there now.
  const isAnew = answer.status === 200
  if (have > 0 && (isAnew || answer.status === 206 || answer.status === 416)) await file.empty()
  if (isAnew) return await take(download, answer, 0)
  if (have > 0 && (answer.status === 206 || answer.status === 416)) {
    await leave(answer)
    return await fetchRest({ ...download, told: { total: null, tag: null } })
  }
  return await refuse(answer)
}

function ask({ path, told, send, signal }: Download, have: number): Promise<Answer> {
  const range = have > 0 ? { range: `bytes=${have}-`, ...(told.tag ? { 'if-range': told.tag } : {}) } : {}
  return send({
    method: 'GET',
    path,
    headers: { 'accept-encoding': 'identity', ...range },
    body: null,
    signal,
  })
}

function fits({ headers }: Answer, have: number, told: Telling): boolean {
  const range = readContentRange(headers['content-range'])
  if (!range || range.from !== have || have === 0) return false
  const isOther = told.tag !== null && headers.etag !== undefined && headers.etag !== told.tag
  return !isOther && (told.total === null || range.total === null || range.total === told.total)
}

async function take(download: Download, answer: Answer, have: number): Promise<Downloaded> {
  const { file, onTold, onBytes } = download
  const told = readTelling(answer)
  await onTold(told)
  let bytes = have
  onBytes(bytes, told.total)
  await file.append(toStream(answer), (more) => {
    bytes += more
    onBytes(bytes, told.total)
  })
  if (told.total === null || bytes === told.total) return { type: 'whole', bytes }
  if (bytes > told.total) await file.empty()
  const message = `The download ended after ${bytes} of ${told.total} bytes.`
  return { type: 'broken', message, retryAfter: undefined }
}

function readTelling({ status, headers }: Answer): Telling {
  const tag = headers.etag ?? null
  const length = Number.parseInt(headers['content-length'] ?? '', 10)
  const whole = Number.isSafeInteger(length) ? length : null
  const total = status === 206 ? (readContentRange(headers['content-range'])?.total ?? null) : whole
  // Only a strong tag stands for the very same bytes.
  return { total, tag: tag?.startsWith('"') ? tag : null }
}

async function* toStream({ body }: Answer): AsyncGenerator<Uint8Array, void, undefined> {
  if (body instanceof Uint8Array) yield body
  else if (body) yield* body
}

async function leave({ body }: Answer): Promise<void> {
  if (body && !(body instanceof Uint8Array)) await body[Symbol.asyncIterator]().return?.()
}

/** Of a refusal in which asking again may help by itself, and of what broke on the way. */
async function refuse(answer: Answer): Promise<Downloaded> {
  const { status } = answer
  const told = toJobError(await readRefusal(answer))
  if (status === 401 || status === 408 || status === 429 || status >= 500)
    return { type: 'broken', message: told.message, retryAfter: told.retryAfter }
  const isGone = status === 404 || status === 410
  const meaning = isGone
    ? "The service does not have the video's file any more: it keeps such files for about two days."
    : 'The service does not hand the video over.'
  const message = `${meaning} It says: ${told.message}`
  return { type: 'lost', error: { ...told, message }, canFetchAgain: !isGone }
}
