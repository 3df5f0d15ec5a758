// Transcriptions as a kind of job: the moves between their states, and what their rows hold.
import { z } from 'zod'
import { JobError, JobUpstream } from '#shared/schemas/job'
import {
  AudioSource,
  Piece,
  TranscriptionSettings,
  TranscriptionState,
} from '#shared/schemas/transcription-job'
import type { JobKind, StoredJob } from '../jobs/job-rows'

const TranscriptionInput = z.object({
  settings: TranscriptionSettings,
  source: AudioSource.extend({ bytes: z.number(), seconds: z.number().nullable() }),
})
export type TranscriptionInput = z.infer<typeof TranscriptionInput>

/** `text` is whole where the piece is done, and else what had come of it. */
const KeptPiece = Piece.omit({ sent: true }).extend({ text: z.string() })
export type KeptPiece = z.infer<typeof KeptPiece>

const TranscriptionProgress = z.object({
  startedAt: z.number().nullable(),
  pausing: z.boolean(),
  /** Empty until the sound has been read. Once the job has succeeded the transcript has their texts. */
  pieces: z.array(KeptPiece),
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

export type KeptTranscription = StoredJob<TranscriptionState, TranscriptionInput, TranscriptionProgress>

export const transcriptionKind: JobKind<TranscriptionState, TranscriptionInput, TranscriptionProgress> = {
  name: 'transcription',
  state: TranscriptionState,
  input: TranscriptionInput,
  progress: TranscriptionProgress,
  open: ['queued', 'preparing', 'sending', 'paused'],
  moves: {
    queued: ['preparing', 'paused', 'cancelled'],
    // Back to the queue: after a restart, and where its upstream is not the chosen one any more.
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
