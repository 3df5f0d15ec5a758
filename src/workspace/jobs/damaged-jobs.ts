// Jobs with rows that cannot be parsed: list, export as stored, delete and restore them.
import { ApiError } from '#shared/schemas/api-error'
import type { DamagedJob } from '#shared/schemas/job'
import { createYield } from '../concurrency/timing'
import type { Connection } from '../database/connection'
import { repairRow } from '../database/rows'
import { type JobKind, type JobRow, parseJobRow } from './job-rows'

export interface JobId {
  readonly id: string
}

// Only the schemas of a kind define the contents of a row.
type AnyKind = JobKind<string, unknown, unknown>

export function createDamagedJobs(connection: Connection, now: () => number, kinds: readonly AnyKind[]) {
  const mark = (id: string, deletedAt: number | null) => {
    if (connection.run('UPDATE jobs SET deleted_at = ? WHERE id = ?', [deletedAt, id]) === 0)
      throw jobNotFound()
  }
  return {
    /** Newest first; includes jobs that were in progress. */
    async list() {
      const damaged: DamagedJob[] = []
      const pause = createYield()
      for (const { id } of connection.all<{ id: string }>(
        'SELECT id FROM jobs WHERE deleted_at IS NULL ORDER BY seq DESC',
      )) {
        await pause()
        const row = findRow(connection, id)
        const kind = kinds.find(({ name }) => name === row?.kind)
        if (row && kind && !parseJobRow(kind, row)) damaged.push({ ...toDamagedJob(row), kind: kind.name })
      }
      return damaged
    },
    /** Returns JSON with the stored row and the versions of a transcript. */
    toFile({ id }: JobId) {
      const row = findRow(connection, id)
      if (!row) throw jobNotFound()
      const transcripts = connection.all('SELECT * FROM transcripts WHERE job_id = ? ORDER BY seq', [id])
      const text = JSON.stringify(
        { kind: 'gen-playground-damaged-job', version: 1, row, transcripts },
        null,
        2,
      )
      return { suggestedName: `Damaged ${row.kind} job.json`, text: `${text}\n` }
    },
    /** Hides the job; the row stays. */
    delete: ({ id }: JobId) => mark(id, now()),
    restore: ({ id }: JobId) => mark(id, null),
  }
}

function toDamagedJob(row: StoredRow) {
  const { id, created_at: createdAt, open } = repairRow(row, { id: 'text', created_at: 'number' })
  return { id, createdAt, isOpen: open === 1 }
}

type StoredRow = JobRow & { readonly kind: string; readonly open: number }

function findRow(connection: Connection, id: string): StoredRow | undefined {
  return connection.get<StoredRow>('SELECT * FROM jobs WHERE id = ?', [id])
}

function jobNotFound(): ApiError {
  return new ApiError('NOT_FOUND', 'Job not found.', { param: 'id' })
}
