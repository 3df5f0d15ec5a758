// Videos as long-running jobs (specification E10, decisions §8, wire §5).
import { z } from 'zod'
import { JobError, JobFile, JobUpstream, jobEvents } from './job'

export const videoAspectRatios = ['16:9', '9:16'] as const
/** Seconds. */
export const videoDurations = [4, 6, 8] as const
export const videoResolutions = ['720p', '1080p', '4k'] as const
export const personGenerations = ['allow_all', 'allow_adult', 'dont_allow'] as const

/** Everything except model and prompt is beyond the specification, and sent only if set (wire §5.1). */
export const VideoForm = z.object({
  model: z.string().min(1, 'is required'),
  prompt: z.string().trim().min(1, 'is required').max(20_000, 'must be 20,000 characters or fewer'),
  /** The first frame. */
  image: JobFile.optional(),
  /** The last frame; requires `image`. */
  lastFrame: JobFile.optional(),
  /** Reference images; not allowed together with `image`. */
  references: z.array(JobFile).max(3, 'must have at most 3 images').optional(),
  aspectRatio: z.enum(videoAspectRatios).optional(),
  durationSeconds: z.union([z.literal(4), z.literal(6), z.literal(8)]).optional(),
  resolution: z.enum(videoResolutions).optional(),
  negativePrompt: z.string().max(20_000).optional(),
  personGeneration: z.enum(personGenerations).optional(),
  seed: z
    .number()
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(4_294_967_295, 'must be at most 4,294,967,295')
    .optional(),
})
export type VideoForm = z.infer<typeof VideoForm>
/** Those that are sent as `parameters`. */
export const videoParameters = [
  'aspectRatio',
  'durationSeconds',
  'resolution',
  'negativePrompt',
  'personGeneration',
  'seed',
] as const

/**
 * `queued`: waits for other jobs. `submitting`: sends the request that returns the operation's name. `running`: is polled.
 * `downloading`: downloads the result. `interrupted`: cut off in `submitting`, may have been billed, and is never sent again
 * automatically. `unfollowed`: polling was stopped; the upstream cannot cancel. `cancelled`: was never sent.
 */
export const videoStates = [
  'queued',
  'submitting',
  'running',
  'downloading',
  'succeeded',
  'failed',
  'filtered',
  'interrupted',
  'unfollowed',
  'cancelled',
] as const
export const VideoState = z.enum(videoStates)
export type VideoState = z.infer<typeof VideoState>

/** One poll of the operation. */
export const Poll = z.object({
  at: z.number(),
  found: z.enum(['running', 'done', 'error']),
  /** Only for errors: the response's message, or why there was no response. */
  message: z.string().nullable(),
})
export type Poll = z.infer<typeof Poll>

export const GeneratedVideo = z.object({
  /** SHA-256 of the file: `media://library/<media>` plays it. */
  media: z.string(),
  mimeType: z.string(),
  bytes: z.number(),
  /** In pixels; `seconds` is the duration. Null if the file does not contain it. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  seconds: z.number().nullable(),
})
export type GeneratedVideo = z.infer<typeof GeneratedVideo>

export const VideoJob = z.object({
  id: z.string(),
  state: VideoState,
  form: VideoForm,
  /** Milliseconds since the epoch, like every `…At`. */
  createdAt: z.number(),
  submittedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  /** Null until it is sent. */
  upstream: JobUpstream.nullable(),
  /** The gateway's name of the operation: `operations/<id>`. */
  operation: z.string().nullable(),
  /** Null if no poll is scheduled. */
  nextPollAt: z.number().nullable(),
  /** Why a running job is not polled, as a sentence: another upstream is selected, or the network is down. */
  waiting: z.string().nullable(),
  /** The last 50, newest last. */
  polls: z.array(Poll),
  pollCount: z.number(),
  /** `total` is null if the response has no length. */
  download: z.object({ bytes: z.number(), total: z.number().nullable() }).nullable(),
  /** Usually one; a model may return several. */
  videos: z.array(GeneratedVideo),
  /** The vendor's reasons for filtering it. */
  reasons: z.array(z.string()),
  error: JobError.nullable(),
  /** Only the download failed: `followAgain` retries it at no cost. */
  canFetchAgain: z.boolean(),
  /** Exchange of the request that submitted it. */
  exchangeId: z.string().nullable(),
  /** The job that this one repeats. */
  repeats: z.string().nullable(),
})
export type VideoJob = z.infer<typeof VideoJob>

export const VideoEvent = jobEvents(VideoJob)
export type VideoEvent = z.infer<typeof VideoEvent>
