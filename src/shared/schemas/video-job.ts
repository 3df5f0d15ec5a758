// Videos as long-running jobs (specification E10, decisions §8, wire §5).
import { z } from 'zod'
import { JobError, JobFile, JobUpstream, jobEvents } from './job'

export const videoAspectRatios = ['16:9', '9:16'] as const
/** Seconds. */
export const videoDurations = [4, 6, 8] as const
export const videoResolutions = ['720p', '1080p', '4k'] as const
export const personGenerations = ['allow_all', 'allow_adult', 'dont_allow'] as const

/** Everything but model and prompt is beyond the specification, and sent only where it is set (wire §5.1). */
export const VideoForm = z.object({
  model: z.string().min(1, 'is required'),
  prompt: z.string().trim().min(1, 'is required').max(20_000, 'must be 20,000 characters or fewer'),
  /** The first frame. */
  image: JobFile.optional(),
  /** Needs `image`: the video goes from the one to the other. */
  lastFrame: JobFile.optional(),
  /** What the video shows; excludes `image`. */
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

/**
 * `queued` waits for a place; `submitting` is the call whose answer is the operation's name, `running` is polled,
 * `downloading` fetches what is done. `interrupted` was cut off in `submitting` and may have been billed: it is never
 * sent again by itself. `unfollowed` goes on upstream, where there is no cancel. `cancelled` was never sent.
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

/** One look at the operation. */
export const Poll = z.object({
  at: z.number(),
  found: z.enum(['running', 'done', 'error']),
  /** Of an error: what was answered, or why nothing was. */
  message: z.string().nullable(),
})
export type Poll = z.infer<typeof Poll>

export const GeneratedVideo = z.object({
  /** SHA-256 of the file: `media://library/<media>` plays it. */
  media: z.string(),
  mimeType: z.string(),
  bytes: z.number(),
  /** Null if the file does not tell. Pixels, seconds. */
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
  /** As the gateway named it: `operations/<id>`. */
  operation: z.string().nullable(),
  /** Null if none is coming. */
  nextPollAt: z.number().nullable(),
  /** Why no poll is coming although it runs: another upstream is chosen, or the network is away; a sentence. */
  waiting: z.string().nullable(),
  /** The last 50, the newest last. */
  polls: z.array(Poll),
  pollCount: z.number(),
  /** `total` is null if the length was not told. */
  download: z.object({ bytes: z.number(), total: z.number().nullable() }).nullable(),
  /** Several where the model answered with several. */
  videos: z.array(GeneratedVideo),
  /** Why it was filtered, in the vendor's words. */
  reasons: z.array(z.string()),
  error: JobError.nullable(),
  /** What failed was the download: it can be fetched again (`followAgain`), and nothing is billed. */
  canFetchAgain: z.boolean(),
  /** The call that submitted it. */
  exchangeId: z.string().nullable(),
  /** The job that this one repeats. */
  repeats: z.string().nullable(),
})
export type VideoJob = z.infer<typeof VideoJob>

export const VideoEvent = jobEvents(VideoJob)
export type VideoEvent = z.infer<typeof VideoEvent>
