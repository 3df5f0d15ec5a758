// Long-running video jobs: start, poll, download (E10, wire §5). All state is in the names.
import { createHash } from 'node:crypto'
import { ApiError } from '#shared/schemas/api-error'
import type { Operation } from '#shared/schemas/gemini-requests'
import type { HttpHeaders, HttpResponse } from '#shared/wire/http'
import { errorResponse } from '../responses'
import type { VideoRenderer } from './render-video'
import { type Job, readFileId, readJobId, readVideoPlan, toFileId, toJobId } from './video-plan'

/** Rendering starts with a delay, so that a job that a test does not poll costs nothing. */
const renderDelay = 400

/** `duration`: the minimum one of the job, in milliseconds. */
export async function startVideo(
  model: string,
  body: unknown,
  duration: number,
  videos: VideoRenderer,
): Promise<Operation> {
  const { plan, end, frames } = await readVideoPlan(body)
  videos.addFrames(frames)
  const job: Job = { plan, model, started: Date.now(), lasts: duration, end }
  if (end === 'video') setTimeout(() => videos.start(toFileId(plan)), Math.min(renderDelay, duration)).unref()
  return { name: `operations/${toJobId(job)}` }
}

/** `root` is the base URL that the client used, for the file's URL. */
export function readOperation(id: string, videos: VideoRenderer, root: string): Operation {
  const job = readJobId(id)
  if (!job) throw new ApiError('NOT_FOUND', `operations/${id.slice(0, 80)} is not found`)
  const name = `operations/${id}`
  const metadata = {
    '@type': 'type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningMetadata',
  }
  const age = Date.now() - job.started
  // A clock that was set back must not make the video take a day.
  if (age >= 0 && age < job.lasts) return { name, metadata }
  const done = { name, metadata, done: true }
  if (job.end === 'failed') {
    const message = 'Simulated failure: the video wasn’t generated.'
    return { ...done, error: { code: 13, message } }
  }
  if (job.end === 'filtered') {
    const reason = 'Simulated filter: the video was blocked. You have not been charged.'
    return { ...done, response: toResponse({ raiMediaFilteredCount: 1, raiMediaFilteredReasons: [reason] }) }
  }
  const fileId = toFileId(job.plan)
  if (!videos.hasFrames(job.plan)) {
    const message = 'The demo no longer has the first or last frame. Generate the video again.'
    return { ...done, error: { code: 5, message } }
  }
  if (!videos.isReady(fileId)) return { name, metadata }
  const uri = `${root}/files/${fileId}:download?alt=media`
  return { ...done, response: toResponse({ generatedSamples: [{ video: { uri } }] }) }
}

function toResponse(generateVideoResponse: Record<string, unknown>) {
  return {
    '@type': 'type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse',
    generateVideoResponse,
  }
}

/** Supports a single `Range`. Several ranges get the whole file, as RFC 9110 permits. */
export async function downloadVideo(
  id: string,
  headers: HttpHeaders,
  videos: VideoRenderer,
): Promise<HttpResponse> {
  const bytes = readFileId(id) ? await videos.read(id) : undefined
  if (!bytes) throw new ApiError('NOT_FOUND', `files/${id.slice(0, 80)} is not found`)
  const common = {
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    etag: `"${createHash('sha256').update(id).digest('hex').slice(0, 32)}"`,
  }
  const range = readRange(headers.range, bytes.length)
  if (range === 'outside') return rangeError(headers.range, bytes.length)
  if (!range)
    return { status: 200, headers: { ...common, 'content-length': String(bytes.length) }, body: bytes }
  const part = bytes.subarray(range.start, range.end + 1)
  const rangeHeaders = {
    'content-range': `bytes ${range.start}-${range.end}/${bytes.length}`,
    'content-length': String(part.length),
  }
  return { status: 206, headers: { ...common, ...rangeHeaders }, body: part }
}

/** A rejected range states the size, so that the client can request a valid one. */
function rangeError(header: string | undefined, size: number): HttpResponse {
  const error = new ApiError(
    'RANGE_NOT_SATISFIABLE',
    `Range: "${header}" is outside the file's ${size} bytes.`,
  )
  const response = errorResponse(error, 'gemini')
  return { ...response, headers: { ...response.headers, 'content-range': `bytes */${size}` } }
}

function readRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'outside' | undefined {
  const match = header?.match(/^bytes=(\d*)-(\d*)$/)
  if (!match || header === 'bytes=-') return undefined
  const [, from = '', to = ''] = match
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start <= end ? { start, end } : 'outside'
}
