// Polls a video's operation: running, done with samples, filtered, or failed; and what its row stores of the result.

import { ApiError } from '#shared/schemas/api-error'
import type { JobError } from '#shared/schemas/job'
import { Operation } from '#shared/schemas/operation'
import type { Poll } from '#shared/schemas/video-job'
import { abbreviateBase64 } from '#shared/wire/abbreviate-base64'
import type { Send } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import type { JobPorts } from '../jobs/job-ports'
import type { Media } from '../media/media'
import { invalidResponse, readErrorResponse, toJobError } from '../response'
import { storeVideoBytes } from './store-video'
import type { Step, StoredVideoJob, VideoProgress, VideoResult } from './video-kind'

type PollPorts = Pick<JobPorts, 'send' | 'media' | 'now'>

/** In the log. */
const maxPolls = 50

/** Rejects if what came along cannot be saved: it is asked for again. */
export async function pollStep(
  { progress }: StoredVideoJob,
  { send, media, now }: PollPorts,
  signal: AbortSignal,
): Promise<Step> {
  const asked = await pollOperation(progress.operation ?? '', send, signal)
  const log = (found: Poll['found'], message: string | null = null) => ({
    polls: [...progress.polls, { at: now(), found, message }].slice(-maxPolls),
    pollCount: progress.pollCount + 1,
  })
  const end = (state: 'failed' | 'filtered', facts: Partial<VideoProgress>): Step => ({
    change: { state, progress: { ...log('done'), ...facts } },
    next: 'over',
  })
  switch (asked.type) {
    case 'problem':
      return { change: { progress: log('error', asked.message) }, next: 'later', problem: asked }
    case 'gone':
      // An address that is wrong for a while, or a proxy's own page, must not lose a video that is paid for.
      return end('failed', { ...log('error', asked.error.message), error: asked.error, canFetchAgain: true })
    case 'running':
      return { change: { progress: log('running') }, next: 'later' }
    case 'failed':
      return end('failed', { error: asked.error })
    case 'filtered':
      return end('filtered', { reasons: asked.reasons })
    case 'done': {
      const results = await toResults(asked.samples, progress.results, media).catch(toTypeError)
      if ('code' in results) return end('failed', { error: results })
      const done = { ...log('done'), results, reasons: asked.reasons }
      return { change: { state: 'downloading', progress: done }, next: 'at once' }
    }
  }
}

/** What is there from an earlier time is not fetched again. Rejects if the media folder cannot be written to. */
async function toResults(
  samples: readonly Sample[],
  earlier: readonly VideoResult[],
  media: Media,
): Promise<VideoResult[]> {
  const results: VideoResult[] = []
  for (const [index, sample] of samples.entries()) {
    const before = earlier[index]
    results.push(before?.made ? before : await toResult(sample, media))
  }
  return results
}

async function toResult(sample: Sample, media: Media): Promise<VideoResult> {
  const base = { total: null, tag: null, listed: false }
  if ('path' in sample) return { ...base, path: sample.path, made: null }
  return { ...base, path: null, made: await storeVideoBytes(sample.base64, media) }
}

function toTypeError(error: unknown): JobError {
  if (error instanceof ApiError && error.code === 'UNSUPPORTED_MEDIA_TYPE') return toJobError(error)
  throw error
}

/** A service may send the video itself along. */
const maxResponseBytes = 512 * 1024 * 1024

type Asked =
  | Found
  /** The service knows nothing of it. */
  | { readonly type: 'gone'; readonly error: JobError }
  /** Nothing is known of the operation, and it is asked about again. */
  | { readonly type: 'problem'; readonly message: string; readonly retryAfter: number | undefined }

/** Never rejects. `operation` as the gateway has named it. */
async function pollOperation(operation: string, send: Send, signal: AbortSignal): Promise<Asked> {
  try {
    const call = { method: 'GET', path: `/v1beta/${operation}`, headers: {}, body: null, signal }
    const response = await send(call)
    if (response.status !== 200) throw await readErrorResponse(response)
    const bytes = await readBody(response.body, maxResponseBytes, () => invalidResponse('too long'))
    return readOperation(parseOperation(bytes))
  } catch (error) {
    if (error instanceof ApiError && error.http === 404) {
      const meaning = 'The provider no longer has this operation, so its video can’t be downloaded.'
      return { type: 'gone', error: { code: 'NOT_FOUND', message: `${meaning} It says: ${error.message}` } }
    }
    const { message, retryAfter } = toJobError(error)
    return { type: 'problem', message, retryAfter }
  }
}

/** Some say null of what they do not say. */
function parseOperation(bytes: Uint8Array): Operation {
  try {
    return Operation.parse(JSON.parse(new TextDecoder().decode(bytes), (_, value) => value ?? undefined))
  } catch {
    throw invalidResponse('not an operation')
  }
}

// The state of an operation (wire §5.2).

type Sample =
  /** Path and query at the gateway. */
  { readonly path: string } | { readonly base64: string }

type Found =
  | { readonly type: 'running' }
  | { readonly type: 'failed'; readonly error: JobError }
  /** In the vendor's words. */
  | { readonly type: 'filtered'; readonly reasons: string[] }
  /** With `reasons` if others were filtered. */
  | { readonly type: 'done'; readonly samples: readonly Sample[]; readonly reasons: string[] }

export function readOperation({ done, response, error }: Operation): Found {
  if (done !== true) return { type: 'running' }
  if (error) return { type: 'failed', error: toError(error) }
  const {
    generatedSamples = [],
    raiMediaFilteredCount = 0,
    raiMediaFilteredReasons = [],
  } = response?.generateVideoResponse ?? {}
  const samples = generatedSamples.flatMap(({ video }) => readSample(video ?? {}))
  const reasons = raiMediaFilteredReasons.map(abbreviateBase64)
  if (samples.length > 0) return { type: 'done', samples, reasons }
  if (raiMediaFilteredCount > 0 || reasons.length > 0) return { type: 'filtered', reasons }
  return { type: 'failed', error: { code: 'UNAVAILABLE', message: nothingMade } }
}

const nothingMade = 'The provider reported success but returned no video and no reason.'

/** `google.rpc.Code`, not a status of HTTP. */
const rpcCodes: Readonly<Record<number, string>> = {
  1: 'CANCELLED',
  2: 'UNKNOWN',
  3: 'INVALID_ARGUMENT',
  4: 'DEADLINE_EXCEEDED',
  5: 'NOT_FOUND',
  7: 'PERMISSION_DENIED',
  8: 'RESOURCE_EXHAUSTED',
  9: 'FAILED_PRECONDITION',
  10: 'ABORTED',
  12: 'UNIMPLEMENTED',
  13: 'INTERNAL',
  14: 'UNAVAILABLE',
  16: 'UNAUTHENTICATED',
}

function toError({ code = 2, message }: NonNullable<Operation['error']>): JobError {
  const text = abbreviateBase64(message?.trim() ?? '')
  return { code: rpcCodes[code] ?? 'UNKNOWN', message: text || 'The provider failed and gave no reason.' }
}

/** `uri`; or the bytes themselves, by each of the names that are in use. */
function readSample(video: Readonly<Record<string, unknown>>): Sample[] {
  const path = typeof video.uri === 'string' ? toOwnPath(video.uri) : undefined
  if (path !== undefined) return [{ path }]
  const inline = asObject(video.inlineData)
  const base64 = [video.video, video.encodedVideo, video.bytesBase64Encoded, inline.data].find(isText)
  return base64 === undefined ? [] : [{ base64 }]
}

/** The gateway has given each file an address of its own; its host is never asked for, whatever it is. */
function toOwnPath(uri: string): string | undefined {
  try {
    const { protocol, pathname, search } = new URL(uri, 'http://gateway')
    return /^https?:$/.test(protocol) ? pathname + search : undefined
  } catch {
    return undefined
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

const second = 1000
const minute = 60 * second

/** If it is not nearly done after ten minutes, it is no matter of seconds. */
const paces = [
  { upTo: 10 * minute, every: 10 * second },
  { upTo: 60 * minute, every: 30 * second },
  { upTo: Number.POSITIVE_INFINITY, every: 2 * minute },
] as const

const maxPause = 5 * minute
/** What a service may ask for: no timer of Node's holds more than 24 days. */
const maxAsked = 24 * 60 * minute

interface Circumstances {
  /** Milliseconds since it was sent. */
  readonly age: number
  /** One after the other, until now. */
  readonly errors: number
  /** Seconds that the service has asked for. */
  readonly retryAfter?: number | undefined
}

/** Milliseconds. */
export function pollDelay({ age, errors, retryAfter = 0 }: Circumstances): number {
  const every = paces.find(({ upTo }) => age < upTo)?.every ?? 0
  const pause = errors === 0 ? every : Math.max(every, Math.min(maxPause, 5 * second * 2 ** errors))
  return Math.max(pause, Math.min(maxAsked, retryAfter * second))
}
