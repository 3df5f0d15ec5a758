// Stores the versions of each transcript as rows. The first one is the model's, and never changes.
import { z } from 'zod'
import { Cut, TranscriptVersion } from '#shared/schemas/transcription-job'
import type { Connection } from '../database/connection'
import { repairRow } from '../database/rows'
import { parseStored } from '../parse-json'

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
