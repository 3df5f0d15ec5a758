// Transcriptions as a kind of job, the versions of each transcript as rows, and the dependencies of running them.
import { z } from 'zod'
import type { Loudness } from '#shared/audio/loudness'
import {
  Cut,
  Piece,
  TranscriptionJob,
  TranscriptionState,
  TranscriptVersion,
} from '#shared/schemas/transcription-job'
import type { Connection } from '../database/connection'
import { repairRow } from '../database/rows'
import type { JobPorts } from '../jobs/job-ports'
import type { JobKind, StoredJob } from '../jobs/job-rows'
import type { JobStore } from '../jobs/job-store'
import { parseStored } from '../parse-json'
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

export interface StoredVersion extends TranscriptVersion {
  readonly jobId: string
  readonly text: string
  readonly cuts: readonly Cut[]
  readonly changedAt: number
}

const columns = `id, job_id AS jobId, text, cuts, words, origin, created_at AS createdAt,
  changed_at AS changedAt`

const columnTypes = { id: 'text', words: 'number', createdAt: 'number' } as const

function toVersion<Row extends TranscriptVersion>(row: Row): Row {
  const { id, words, createdAt } = repairRow<TranscriptVersion>(row, columnTypes)
  return { ...row, id, words, createdAt, origin: Origin.catch('edit').parse(row.origin) }
}

const Origin = TranscriptVersion.shape.origin

export type TranscriptRows = ReturnType<typeof createTranscriptRows>

export function createTranscriptRows(connection: Connection) {
  const find = (where: string, values: readonly string[]): StoredVersion | undefined => {
    const row = connection.get<Omit<StoredVersion, 'cuts'> & { cuts: string }>(
      `SELECT ${columns} FROM transcripts WHERE ${where}`,
      values,
    )
    // The text is usable even if its times are damaged.
    if (!row) return undefined
    const { cuts, ...version } = repairRow(toVersion(row), { text: 'text', changedAt: 'number' })
    return { ...version, cuts: parseStored(z.array(Cut), cuts) ?? [] }
  }
  return {
    /** Must be called within a transaction. */
    insert({ id, jobId, text, cuts, words, origin, createdAt, changedAt }: StoredVersion) {
      const sql = `INSERT INTO transcripts (id, job_id, text, cuts, words, origin, created_at, changed_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
      connection.run(sql, [id, jobId, text, JSON.stringify(cuts), words, origin, createdAt, changedAt])
    },
    /** Must be called within a transaction. Replaces the text of an edit that continues. */
    rewrite({ id, text, cuts, words, changedAt }: StoredVersion) {
      const sql = 'UPDATE transcripts SET text = ?, cuts = ?, words = ?, changed_at = ? WHERE id = ?'
      connection.run(sql, [text, JSON.stringify(cuts), words, changedAt, id])
    },
    /** Returns the first characters of the latest version. */
    readStart(jobId: string, length: number): string {
      const sql =
        'SELECT substr(text, 1, ?) AS text FROM transcripts WHERE job_id = ? ORDER BY seq DESC LIMIT 1'
      return connection.get<{ text: string }>(sql, [length, jobId])?.text ?? ''
    },
    findLatest: (jobId: string) => find('job_id = ? ORDER BY seq DESC LIMIT 1', [jobId]),
    find: (jobId: string, versionId: string) => find('job_id = ? AND id = ?', [jobId, versionId]),
    /** Newest first, without the texts. */
    list: (jobId: string) =>
      connection
        .all<TranscriptVersion>(
          'SELECT id, words, origin, created_at AS createdAt FROM transcripts WHERE job_id = ? ORDER BY seq DESC',
          [jobId],
        )
        .map(toVersion),
  }
}
