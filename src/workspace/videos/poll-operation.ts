// Polls a video's operation, and what its row stores of the result.

import { ApiError } from '#shared/schemas/api-error'
import type { JobError } from '#shared/schemas/job'
import { Operation } from '#shared/schemas/operation'
import type { Poll } from '#shared/schemas/video-job'
import type { Send } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import type { JobPorts } from '../jobs/job-ports'
import type { Media } from '../media/media'
import { notAnAnswer, readErrorResponse, toJobError } from '../response'
import { type Found, readOperation, type Sample } from './read-operation'
import { storeVideoBytes } from './store-video'
import type { Step, StoredVideoJob, VideoProgress, VideoResult } from './video-kind'

type PollPorts = Pick<JobPorts, 'send' | 'media' | 'now'>

/** In the log. */
const maxPolls = 50

/** Rejects if what came along cannot be kept: it is asked for again. */
export async function pollStep(
  { progress }: StoredVideoJob,
  ports: PollPorts,
  signal: AbortSignal,
): Promise<Step> {
  const found = await pollOperation(progress.operation ?? '', ports.send, signal)
  const note = (poll: Omit<Poll, 'at'>) => addPoll(progress, { at: ports.now(), ...poll })
  switch (found.type) {
    case 'problem': {
      const { message } = found
      return { change: { progress: note({ found: 'error', message }) }, next: 'later', problem: found }
    }
    case 'gone': {
      const { error } = found
      const polled = note({ found: 'error', message: error.message })
      // An address that is wrong for a while, or a proxy's own page, must not lose a video that is paid for.
      return {
        change: { state: 'failed', progress: { ...polled, error, canFetchAgain: true } },
        next: 'over',
      }
    }
    case 'running':
      return { change: { progress: note({ found: 'running', message: null }) }, next: 'later' }
    default:
      return await conclude(found, { ...progress, ...note({ found: 'done', message: null }) }, ports)
  }
}

async function conclude(
  found: Exclude<Found, { type: 'running' }>,
  progress: VideoProgress,
  { media }: PollPorts,
): Promise<Step> {
  if (found.type === 'failed')
    return { change: { state: 'failed', progress: { ...progress, error: found.error } }, next: 'over' }
  const { reasons } = found
  if (found.type === 'filtered')
    return { change: { state: 'filtered', progress: { ...progress, reasons } }, next: 'over' }
  const results = await toResults(found.samples, progress.results, media)
  if ('error' in results)
    return { change: { state: 'failed', progress: { ...progress, ...results } }, next: 'over' }
  return { change: { state: 'downloading', progress: { ...progress, results, reasons } }, next: 'at once' }
}

function addPoll({ polls, pollCount }: VideoProgress, poll: Poll) {
  return { polls: [...polls, poll].slice(-maxPolls), pollCount: pollCount + 1 }
}

/** A service may send the video itself along. */
const answerLimit = 512 * 1024 * 1024

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
    const answer = await send(call)
    if (answer.status !== 200) throw await readErrorResponse(answer)
    const bytes = await readBody(answer.body, answerLimit, () => notAnAnswer('it is too long'))
    return readOperation(readAnswer(bytes))
  } catch (error) {
    if (error instanceof ApiError && error.http === 404) return { type: 'gone', error: gone(error) }
    const { message, retryAfter } = toJobError(error)
    return { type: 'problem', message, retryAfter }
  }
}

/** Some say null of what they do not say. */
function readAnswer(bytes: Uint8Array): Operation {
  try {
    return Operation.parse(JSON.parse(new TextDecoder().decode(bytes), (_, value) => value ?? undefined))
  } catch {
    throw notAnAnswer('it is no operation')
  }
}

function gone({ message }: ApiError): JobError {
  const told = 'The service does not know this operation any more, so its video cannot be fetched.'
  return { code: 'NOT_FOUND', message: `${told} It says: ${message}` }
}

/** What is there from an earlier time is not fetched again. Rejects if the media folder cannot be written to. */
async function toResults(
  samples: readonly Sample[],
  earlier: readonly VideoResult[],
  media: Media,
): Promise<VideoResult[] | { error: JobError }> {
  const results: VideoResult[] = []
  try {
    for (const [index, sample] of samples.entries()) {
      const before = earlier[index]
      results.push(before?.made ? before : await toResult(sample, media))
    }
    return results
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UNSUPPORTED_MEDIA_TYPE')
      return { error: toJobError(error) }
    throw error
  }
}

async function toResult(sample: Sample, media: Media): Promise<VideoResult> {
  const base = { total: null, tag: null, listed: false }
  if ('path' in sample) return { ...base, path: sample.path, made: null }
  return { ...base, path: null, made: await storeVideoBytes(sample.base64, media) }
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
