// Transcription jobs in a queue that survives restarts (specification E1, wire §8), and transcripts.
import { z } from 'zod'
import { JobError, JobFile, JobUpstream, jobEvents } from './job'

/** Everything except the model is beyond the specification, and sent only if set. */
export const TranscriptionSettings = z.object({
  model: z.string().min(1, 'is required'),
  /** ISO 639-1. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/i, 'must be a two-letter language code, such as en')
    .optional(),
  prompt: z.string().max(10_000, 'must be 10,000 characters or fewer').optional(),
  temperature: z.number().min(0, 'must be at least 0').max(1, 'must be at most 1').optional(),
  /** Stream deltas, if the model supports it. */
  streaming: z.boolean().optional(),
  /** Not sent: silences of several seconds are left out of the chunks. */
  skipSilences: z.boolean().optional(),
})
export type TranscriptionSettings = z.infer<typeof TranscriptionSettings>

export const AudioSource = JobFile.extend({
  /** The name of the user's file. */
  name: z.string().min(1).max(300),
})
export type AudioSource = z.infer<typeof AudioSource>

/**
 * `queued`: waits for other jobs. `preparing`: reads the file, and finds silences to split it at. `sending`: sends a piece.
 * `paused`: can be resumed. `interrupted`: a crash or a lost connection has cut off a request, which may have been billed,
 * so that piece is never sent again automatically. Transcribed pieces are never requested again.
 */
const transcriptionStates = [
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
  /** How the piece begins: at the file's start, at a silence, or within speech, where it overlaps the previous piece. */
  begins: z.enum(['start', 'silence', 'speech']),
  state: z.enum(['waiting', 'sending', 'done', 'failed', 'interrupted']),
  /** Bytes of the piece's file that were sent. `bytes` is its size; null before it is created. */
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
  /** Position in the queue: the smallest is next. */
  position: z.number(),
  /** The job pauses when its running request ends. */
  pausing: z.boolean(),
  pieces: z.array(Piece),
  upstream: JobUpstream.nullable(),
  /** The models that its pieces were sent to, as the provider names them; empty if that is the requested one. */
  sentAs: z.array(z.string()).default([]),
  /** Why it waits, as a sentence: for the page to find silences, or for another upstream. */
  waiting: z.string().nullable(),
  /** The end of the text transcribed so far; once the job has ended, the start of its text. */
  preview: z.string(),
  words: z.number().nullable(),
  error: JobError.nullable(),
  /** Exchange of the last piece. */
  exchangeId: z.string().nullable(),
})
export type TranscriptionJob = z.infer<typeof TranscriptionJob>

export const TranscriptionEvent = jobEvents(TranscriptionJob)
export type TranscriptionEvent = z.infer<typeof TranscriptionEvent>

/** Aligns text with time: the text starting at `at`, a UTF-16 offset, was said from `from` to `to`, in milliseconds. */
export const Cut = z.object({ at: z.number().int().min(0), from: z.number(), to: z.number() })
export type Cut = z.infer<typeof Cut>

export const TranscriptVersion = z.object({
  id: z.string(),
  createdAt: z.number(),
  /** The model's version is never overwritten. */
  origin: z.enum(['model', 'edit', 'restored']),
  words: z.number(),
})
export type TranscriptVersion = z.infer<typeof TranscriptVersion>

export const Transcript = z.object({
  jobId: z.string(),
  /** The version of `text`. */
  versionId: z.string(),
  text: z.string(),
  cuts: z.array(Cut),
  /** Newest first. */
  versions: z.array(TranscriptVersion),
})
export type Transcript = z.infer<typeof Transcript>

/** Times in `srt` and `vtt` are estimated between the known cuts; the files say so. */
const transcriptFormats = ['txt', 'markdown', 'json', 'srt', 'vtt'] as const
export const TranscriptFormat = z.enum(transcriptFormats)
export type TranscriptFormat = z.infer<typeof TranscriptFormat>

/** In the last event, `path` is the folder, or null if the dialog was canceled. */
export const TranscriptExportProgress = z.object({
  files: z.number(),
  totalFiles: z.number(),
  done: z
    .object({
      path: z.string().nullable(),
      /** Transcripts that could not be read, such as deleted ones. */
      failures: z.array(z.object({ id: z.string(), message: z.string() })),
    })
    .optional(),
})
export type TranscriptExportProgress = z.infer<typeof TranscriptExportProgress>

/** A recording in progress, or one that a crash has interrupted. */
export const Recording = z.object({
  id: z.string(),
  startedAt: z.number(),
  bytes: z.number(),
})
export type Recording = z.infer<typeof Recording>

export const SavedRecording = AudioSource.extend({ bytes: z.number() })
export type SavedRecording = z.infer<typeof SavedRecording>
