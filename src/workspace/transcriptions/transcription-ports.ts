// What transcriptions ask of the workspace around them.
import type { Loudness } from '#shared/audio/loudness'
import type { TranscriptionJob, TranscriptionState } from '#shared/schemas/transcription-job'
import type { Send } from '#shared/wire/call'
import type { Changes } from '../changes'
import type { Timer } from '../concurrency/timing'
import type { Connection } from '../database/connection'
import type { JobStore } from '../jobs/job-store'
import type { Saves } from '../jobs/saves'
import type { EditedTranscript, JobResult } from '../library/index-items'
import type { Media } from '../media/media'
import type { KeptSettings } from '../user-data/settings'
import type { TranscriptionInput, TranscriptionProgress } from './transcription-kind'

export interface TranscriptionPorts {
  /** Of the workspace: what is cut lies in it until it is sent. */
  readonly folder: string
  readonly connection: Connection
  readonly changes: Pick<Changes, 'subscribe' | 'tell'>
  readonly settings: Pick<KeptSettings, 'read'>
  readonly media: Media
  readonly send: Send
  readonly now: () => number
  readonly newId: () => string
  readonly timer: Timer
  readonly saves: Saves
  readonly loudness: {
    find(media: string): Loudness | undefined
    /** Waits for whoever can decode; null where nobody can. */
    want(wanted: { media: string; mimeType: string }, signal: AbortSignal): Promise<Loudness | null>
  }
  /** Within the transaction that ends the job. */
  readonly indexJobResult: (made: JobResult) => void
  /** Within the transaction of an edit. */
  readonly reindexTranscript: (edited: EditedTranscript) => void
}

export type TranscriptionBoard = JobStore<
  TranscriptionState,
  TranscriptionInput,
  TranscriptionProgress,
  TranscriptionJob
>
