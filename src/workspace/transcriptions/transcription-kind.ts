// Transcriptions as a kind of job, and what working on them depends on.

import { z } from 'zod'
import type { Loudness } from '#shared/audio/loudness'
import { Piece, TranscriptionJob, TranscriptionState } from '#shared/schemas/transcription-job'
import type { JobPorts } from '../jobs/job-ports'
import type { JobKind, StoredJob } from '../jobs/job-rows'
import type { JobStore } from '../jobs/job-store'

const TranscriptionInput = TranscriptionJob.pick({ settings: true, source: true })
export type TranscriptionInput = z.infer<typeof TranscriptionInput>

/** `text` is complete if the piece is done, otherwise what had come of it. */
const StoredPiece = Piece.omit({ sent: true }).extend({ text: z.string() })
export type StoredPiece = z.infer<typeof StoredPiece>

const TranscriptionProgress = TranscriptionJob.pick({
  startedAt: true,
  pausing: true,
  upstream: true,
  words: true,
  error: true,
  exchangeId: true,
}).extend({
  /** Empty until the sound has been read. Once the job has succeeded the transcript has their texts. */
  pieces: z.array(StoredPiece),
  /** The end of the transcript, once there is one. */
  ending: z.string(),
})
export type TranscriptionProgress = z.infer<typeof TranscriptionProgress>

export type StoredTranscription = StoredJob<TranscriptionState, TranscriptionInput, TranscriptionProgress>

export const transcriptionKind: JobKind<TranscriptionState, TranscriptionInput, TranscriptionProgress> = {
  name: 'transcription',
  state: TranscriptionState,
  input: TranscriptionInput,
  progress: TranscriptionProgress,
  open: ['queued', 'preparing', 'sending', 'paused'],
  transitions: {
    queued: ['preparing', 'paused', 'cancelled'],
    // Back to the queue: after a restart, and if its upstream is not the chosen one any longer.
    preparing: ['sending', 'queued', 'paused', 'succeeded', 'failed', 'cancelled'],
    sending: ['succeeded', 'queued', 'paused', 'failed', 'interrupted', 'cancelled'],
    paused: ['queued', 'cancelled'],
    failed: ['queued'],
    interrupted: ['queued'],
    cancelled: ['queued'],
    succeeded: [],
  },
}

export const newProgress: TranscriptionProgress = {
  startedAt: null,
  pausing: false,
  pieces: [],
  upstream: null,
  words: null,
  ending: '',
  error: null,
  exchangeId: null,
}

export interface TranscriptionPorts extends Omit<JobPorts, 'records'> {
  readonly loudness: {
    find(media: string): Loudness | undefined
    /** Waits for whoever can decode; null if nobody can. */
    request(audio: { media: string; mimeType: string }, signal: AbortSignal): Promise<Loudness | null>
  }
}

export type TranscriptionStore = JobStore<
  TranscriptionState,
  TranscriptionInput,
  TranscriptionProgress,
  TranscriptionJob
>
