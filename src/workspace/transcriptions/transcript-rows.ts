// The versions of each transcript as rows: the model's own text first, never overwritten.
import { z } from 'zod'
import { Cut, type TranscriptVersion } from '#shared/schemas/transcription-job'
import type { Connection } from '../database/connection'
import { parseStored } from '../parse-json'

export interface StoredVersion extends TranscriptVersion {
  readonly jobId: string
  readonly text: string
  readonly cuts: readonly Cut[]
  readonly changedAt: number
}

export interface TranscriptRows {
  /** Within a transaction. */
  insert(version: StoredVersion): void
  /** Within a transaction: the text of an edit that continues. */
  rewrite(version: StoredVersion): void
  findLatest(jobId: string): StoredVersion | undefined
  find(jobId: string, versionId: string): StoredVersion | undefined
  /** The newest first, without their texts. */
  list(jobId: string): TranscriptVersion[]
}

interface VersionRow {
  readonly id: string
  readonly job_id: string
  readonly text: string
  readonly cuts: string
  readonly words: number
  readonly origin: TranscriptVersion['origin']
  readonly created_at: number
  readonly changed_at: number
}

const columns = 'id, job_id, text, cuts, words, origin, created_at, changed_at'

export function createTranscriptRows(connection: Connection): TranscriptRows {
  const find = (where: string, values: readonly string[]) => {
    const row = connection.get<VersionRow>(`SELECT ${columns} FROM transcripts WHERE ${where}`, values)
    return row && readVersion(row)
  }
  return {
    insert({ id, jobId, text, cuts, words, origin, createdAt, changedAt }) {
      const sql = `INSERT INTO transcripts (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
      connection.run(sql, [id, jobId, text, JSON.stringify(cuts), words, origin, createdAt, changedAt])
    },
    rewrite({ id, text, cuts, words, changedAt }) {
      const sql = 'UPDATE transcripts SET text = ?, cuts = ?, words = ?, changed_at = ? WHERE id = ?'
      connection.run(sql, [text, JSON.stringify(cuts), words, changedAt, id])
    },
    findLatest: (jobId) => find('job_id = ? ORDER BY seq DESC LIMIT 1', [jobId]),
    find: (jobId, versionId) => find('job_id = ? AND id = ?', [jobId, versionId]),
    list: (jobId) =>
      connection
        .all<Pick<VersionRow, 'id' | 'words' | 'origin' | 'created_at'>>(
          'SELECT id, words, origin, created_at FROM transcripts WHERE job_id = ? ORDER BY seq DESC',
          [jobId],
        )
        .map(({ id, words, origin, created_at: createdAt }) => ({ id, words, origin, createdAt })),
  }
}

/** Times that are damaged are no reason to lose the words. */
function readVersion(row: VersionRow): StoredVersion {
  const { id, job_id: jobId, text, words, origin, created_at: createdAt, changed_at: changedAt } = row
  return {
    id,
    jobId,
    text,
    words,
    origin,
    createdAt,
    changedAt,
    cuts: parseStored(z.array(Cut), row.cuts) ?? [],
  }
}
