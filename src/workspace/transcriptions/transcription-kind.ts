// Transcriptions as a kind of job, and what working on them depends on.

import { z } from 'zod'
import type { Loudness } from '#shared/audio/loudness'
import { JobError, JobUpstream } from '#shared/schemas/job'
import {
  AudioSource,
  Piece,
  type TranscriptionJob,
  TranscriptionSettings,
  TranscriptionState,
} from '#shared/schemas/transcription-job'
import type { JobPorts } from '../jobs/job-ports'
import type { JobKind, StoredJob } from '../jobs/job-rows'
import type { JobStore } from '../jobs/job-store'

const TranscriptionInput = z.object({
  settings: TranscriptionSettings,
  source: AudioSource.extend({ bytes: z.number(), seconds: z.number().nullable() }),
})
export type TranscriptionInput = z.infer<typeof TranscriptionInput>

/** `text` is whole where the piece is done, and else what had come of it. */
const StoredPiece = Piece.omit({ sent: true }).extend({ text: z.string() })
export type StoredPiece = z.infer<typeof StoredPiece>

const TranscriptionProgress = z.object({
  startedAt: z.number().nullable(),
  pausing: z.boolean(),
  /** Empty until the sound has been read. Once the job has succeeded the transcript has their texts. */
  pieces: z.array(StoredPiece),
  /** Null until the first piece is sent. */
  upstream: JobUpstream.nullable(),
  /** Of the transcript as it is now. */
  words: z.number().nullable(),
  /** The end of the transcript, once there is one. */
  ending: z.string(),
  error: JobError.nullable(),
  exchangeId: z.string().nullable(),
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
    want(wanted: { media: string; mimeType: string }, signal: AbortSignal): Promise<Loudness | null>
  }
}

export type TranscriptionStore = JobStore<
  TranscriptionState,
  TranscriptionInput,
  TranscriptionProgress,
  TranscriptionJob
>
