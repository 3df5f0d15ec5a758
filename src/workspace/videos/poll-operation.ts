// Polls a video's operation: running, done with samples, filtered, or failed; and prepares what its row stores.

import { ApiError, quoteProvider } from '#shared/schemas/api-error'
import { Operation } from '#shared/schemas/gemini-requests'
import type { JobError } from '#shared/schemas/job'
import type { Poll } from '#shared/schemas/video-job'
import { abbreviateBase64 } from '#shared/wire/base64'
import type { Send } from '#shared/wire/http'
import { toObject } from '#shared/wire/json-objects'
import { readBody } from '#shared/wire/read-body'
import type { JobPorts } from '../jobs/job-ports'
import type { Media } from '../media/media'
import { invalidResponse, readErrorResponse, toJobError } from '../response'
import { storeVideoBytes } from './store-video'
import type { Step, StoredVideoJob, VideoProgress, VideoResult } from './video-kind'

type PollPorts = Pick<JobPorts, 'send' | 'media' | 'now'>

/** Entries in the log. */
const maxPolls = 50

/** Rejects if inline bytes cannot be saved; the operation is polled again then. */
export async function pollStep(
  { progress }: StoredVideoJob,
  { send, media, now }: PollPorts,
  signal: AbortSignal,
): Promise<Step> {
  const result = await pollOperation(progress.operation ?? '', send, signal)
  const log = (found: Poll['found'], message: string | null = null) => ({
    polls: [...progress.polls, { at: now(), found, message }].slice(-maxPolls),
    pollCount: progress.pollCount + 1,
  })
  const end = (state: 'failed' | 'filtered', facts: Partial<VideoProgress>): Step => ({
    change: { state, progress: { ...log('done'), ...facts } },
    next: 'finished',
  })
  switch (result.type) {
    case 'problem':
      return { change: { progress: log('error', result.message) }, next: 'later', problem: result }
    case 'not-found':
      // A temporarily wrong URL, or a proxy's error page, must not lose a video that is paid for.
      return end('failed', {
        ...log('error', result.error.message),
        error: result.error,
        canFetchAgain: true,
      })
    case 'running':
      return { change: { progress: log('running') }, next: 'later' }
    case 'failed':
      return end('failed', { error: result.error })
    case 'filtered':
      return end('filtered', { reasons: result.reasons })
    case 'done': {
      const results = await toResults(result.samples, progress.results, media).catch(toTypeError)
      if ('code' in results) return end('failed', { error: results })
      const done = { ...log('done'), results, reasons: result.reasons }
      return { change: { state: 'downloading', progress: done }, next: 'immediately' }
    }
  }
}

/** Videos stored earlier are not fetched again. Rejects if the media folder cannot be written to. */
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

/** A service may return the video inline. */
const maxResponseBytes = 512 * 1024 * 1024

type PollResult =
  | Found
  /** The service does not know the operation. */
  | { readonly type: 'not-found'; readonly error: JobError }
  /** The state of the operation is unknown; it is polled again. */
  | { readonly type: 'problem'; readonly message: string; readonly retryAfter: number | undefined }

/** Never rejects. `operation` is the name from the gateway. */
async function pollOperation(operation: string, send: Send, signal: AbortSignal): Promise<PollResult> {
  try {
    const call = { method: 'GET', path: `/v1beta/${operation}`, headers: {}, body: null, signal }
    const response = await send(call)
    if (response.status !== 200) throw await readErrorResponse(response)
    const bytes = await readBody(response.body, maxResponseBytes, () => invalidResponse('too long'))
    return readOperation(parseOperation(bytes))
  } catch (error) {
    if (error instanceof ApiError && error.http === 404) {
      const summary = 'The provider no longer has this operation, so its video can’t be downloaded.'
      return {
        type: 'not-found',
        error: { code: 'NOT_FOUND', message: quoteProvider(summary, error.message) },
      }
    }
    const { message, retryAfter } = toJobError(error)
    return { type: 'problem', message, retryAfter }
  }
}

/** Some services send null for absent fields. */
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
  /** With the vendor's messages. */
  | { readonly type: 'filtered'; readonly reasons: string[] }
  /** `reasons` is not empty if others were filtered. */
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
  return { type: 'failed', error: { code: 'UNAVAILABLE', message: noVideoMessage } }
}

const noVideoMessage = 'The provider reported success but returned no video and no reason.'

/** `google.rpc.Code`, not an HTTP status. */
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

/** Reads `uri`, or the inline bytes under each name in use. */
function readSample(video: Readonly<Record<string, unknown>>): Sample[] {
  const path = typeof video.uri === 'string' ? toGatewayPath(video.uri) : undefined
  if (path !== undefined) return [{ path }]
  const inline = toObject(video.inlineData)
  const base64 = [video.video, video.encodedVideo, video.bytesBase64Encoded, inline.data].find(isText)
  return base64 === undefined ? [] : [{ base64 }]
}

/** Files have gateway URLs; only the path is used, so no other host is ever requested. */
function toGatewayPath(uri: string): string | undefined {
  try {
    const { protocol, pathname, search } = new URL(uri, 'http://gateway')
    return /^https?:$/.test(protocol) ? pathname + search : undefined
  } catch {
    return undefined
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

const second = 1000
const minute = 60 * second

/** A video that is not done after ten minutes will take a while longer. */
const pollIntervals = [
  { upTo: 10 * minute, every: 10 * second },
  { upTo: 60 * minute, every: 30 * second },
  { upTo: Number.POSITIVE_INFINITY, every: 2 * minute },
] as const

const maxErrorDelay = 5 * minute
/** Limits Retry-After: timers of Node.js cannot exceed 24 days. */
const maxRetryAfter = 24 * 60 * minute

interface PollDelayOptions {
  /** Milliseconds since the request was sent. */
  readonly age: number
  /** Consecutive errors. */
  readonly errors: number
  /** Seconds requested by the service. */
  readonly retryAfter?: number | undefined
}

/** Returns milliseconds. */
export function pollDelay({ age, errors, retryAfter = 0 }: PollDelayOptions): number {
  const every = pollIntervals.find(({ upTo }) => age < upTo)?.every ?? 0
  const delay = errors === 0 ? every : Math.max(every, Math.min(maxErrorDelay, 5 * second * 2 ** errors))
  return Math.max(delay, Math.min(maxRetryAfter, retryAfter * second))
}
