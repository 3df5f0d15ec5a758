// Audio files on their way to text, in a queue that survives everything (specification E1, wire §8), and what becomes of them.
import { z } from 'zod'
import { JobError, JobFile, JobUpstream, jobEvents } from './job'

/** Everything but the model is beyond the specification, and sent only where it is set. */
export const TranscriptionSettings = z.object({
  model: z.string().min(1, 'is required'),
  /** ISO 639-1. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/i, 'must be a two-letter language code, such as en')
    .optional(),
  prompt: z.string().max(10_000, 'must be 10,000 characters or fewer').optional(),
  temperature: z.number().min(0, 'must be at least 0').max(1, 'must be at most 1').optional(),
  /** Deltas while the answer is written, where the model can. */
  streaming: z.boolean().optional(),
})
export type TranscriptionSettings = z.infer<typeof TranscriptionSettings>

export const AudioSource = JobFile.extend({
  /** As the user's file is named. */
  name: z.string().min(1).max(300),
})
export type AudioSource = z.infer<typeof AudioSource>

/**
 * `queued` waits for a place; `preparing` reads the file, and finds silences where it must be split; `sending` has a
 * piece under way. `paused` goes on where it was. `interrupted` was cut off in a call and may have been billed for that
 * piece: it is never sent again by itself. Pieces that have come are never asked for again.
 */
export const transcriptionStates = [
  'queued',
  'preparing',
  'sending',
  'paused',
  'succeeded',
  'failed',
  'interrupted',
  'cancelled',
] as const
export const TranscriptionState = z.enum(transcriptionStates)
export type TranscriptionState = z.infer<typeof TranscriptionState>

export const Piece = z.object({
  /** Milliseconds of the audio. */
  from: z.number(),
  to: z.number(),
  /** Whether it begins at a silence, at the beginning, or in the midst of speech, where it overlaps the one before. */
  begins: z.enum(['start', 'silence', 'speech']),
  state: z.enum(['waiting', 'sending', 'done', 'failed', 'interrupted']),
  /** Bytes of the file that have gone out, of how many; null before it is made. */
  sent: z.number(),
  bytes: z.number().nullable(),
})
export type Piece = z.infer<typeof Piece>

export const TranscriptionJob = z.object({
  id: z.string(),
  state: TranscriptionState,
  settings: TranscriptionSettings,
  source: AudioSource.extend({ bytes: z.number(), seconds: z.number().nullable() }),
  /** Milliseconds since the epoch, like every `…At`. */
  createdAt: z.number(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  /** Its place in the queue: the smallest is next. */
  position: z.number(),
  /** The piece under way comes to its end first. */
  pausing: z.boolean(),
  pieces: z.array(Piece),
  upstream: JobUpstream.nullable(),
  /** What it waits for: silences that the window is looking for, another upstream; a sentence. */
  waiting: z.string().nullable(),
  /** The end of what has come. */
  preview: z.string(),
  words: z.number().nullable(),
  error: JobError.nullable(),
  /** Of the last piece. */
  exchangeId: z.string().nullable(),
})
export type TranscriptionJob = z.infer<typeof TranscriptionJob>

export const TranscriptionEvent = jobEvents(TranscriptionJob)
export type TranscriptionEvent = z.infer<typeof TranscriptionEvent>

/** What is known of the times: from `at` (a UTF-16 offset in the text) on stands what was said from `from` to `to`, in milliseconds. */
export const Cut = z.object({ at: z.number().int().min(0), from: z.number(), to: z.number() })
export type Cut = z.infer<typeof Cut>

export const TranscriptVersion = z.object({
  id: z.string(),
  createdAt: z.number(),
  /** The model's own words are never overwritten. */
  origin: z.enum(['model', 'edit', 'restored']),
  words: z.number(),
})
export type TranscriptVersion = z.infer<typeof TranscriptVersion>

export const Transcript = z.object({
  jobId: z.string(),
  /** The version that `text` is. */
  versionId: z.string(),
  text: z.string(),
  cuts: z.array(Cut),
  /** The newest first. */
  versions: z.array(TranscriptVersion),
})
export type Transcript = z.infer<typeof Transcript>

/** The times of `srt` and `vtt` are estimated between the known cuts, and say so. */
const transcriptFormats = ['txt', 'markdown', 'json', 'srt', 'vtt'] as const
export const TranscriptFormat = z.enum(transcriptFormats)
export type TranscriptFormat = z.infer<typeof TranscriptFormat>

/** What a crash has left of a recording, or one under way. */
export const Recording = z.object({
  id: z.string(),
  startedAt: z.number(),
  bytes: z.number(),
})
export type Recording = z.infer<typeof Recording>

export const SavedRecording = AudioSource.extend({ bytes: z.number() })
export type SavedRecording = z.infer<typeof SavedRecording>
