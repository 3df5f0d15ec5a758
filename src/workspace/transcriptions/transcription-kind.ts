// Defines transcriptions as a kind of job, and the dependencies of running them.

import { z } from 'zod'
import type { Loudness } from '#shared/audio/loudness'
import { Piece, TranscriptionJob, TranscriptionState } from '#shared/schemas/transcription-job'
import type { JobPorts } from '../jobs/job-ports'
import type { JobKind, StoredJob } from '../jobs/job-rows'
import type { JobStore } from '../jobs/job-store'
import type { Reads } from '../reads'

const TranscriptionInput = TranscriptionJob.pick({ settings: true, source: true })
export type TranscriptionInput = z.infer<typeof TranscriptionInput>

/** `text` is complete if the piece is done, otherwise partial. */
const StoredPiece = Piece.omit({ sent: true }).extend({ text: z.string() })
export type StoredPiece = z.infer<typeof StoredPiece>

const TranscriptionProgress = TranscriptionJob.pick({
  startedAt: true,
  pausing: true,
  upstream: true,
  sentAs: true,
  words: true,
  error: true,
  exchangeId: true,
}).extend({
  /** Empty until the audio has been read. Without texts once the job has succeeded, because the transcript has them. */
  pieces: z.array(StoredPiece),
  /** The end of the transcript, if the job has succeeded. */
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
    // Back to `queued` after a restart, and if the upstream in the settings has changed.
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
  sentAs: [],
  words: null,
  ending: '',
  error: null,
  exchangeId: null,
}

export interface TranscriptionPorts extends Omit<JobPorts, 'records'> {
  readonly reads: Pick<Reads, 'formatTranscript' | 'splitParagraphs'>
  readonly loudness: {
    find(media: string): Loudness | undefined
    /** Waits for a renderer to decode the audio. Returns null if that fails. */
    request(audio: { media: string; mimeType: string }, signal: AbortSignal): Promise<Loudness | null>
  }
}

export type TranscriptionStore = JobStore<
  TranscriptionState,
  TranscriptionInput,
  TranscriptionProgress,
  TranscriptionJob
>
