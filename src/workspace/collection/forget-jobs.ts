// What goes with the items of jobs when the bin is emptied: transcripts, their jobs, and what those were given.
import type { Connection } from '../storage/connection'
import { letGo } from './media-let-go'
import { findHashes } from './used-media'

interface JobItem {
  readonly kind: string
  readonly job_id: string
  readonly making: string | null
}

/** Within the transaction that drops the item. A video's job stays: its panel shows that the file is gone. */
export function forgetJobOf(connection: Connection, seq: number): void {
  const sql = 'SELECT kind, job_id, making FROM items WHERE seq = ? AND job_id IS NOT NULL'
  const item = connection.get<JobItem>(sql, [seq])
  if (!item) return
  letGo(connection, findHashes(item.making ?? ''))
  if (item.kind === 'transcript') dropJob(connection, item.job_id)
}

/** Those that the user has taken out of their list, where nothing of them is in the Library. */
export function forgetClearedJobs(connection: Connection): void {
  connection.transact(() => {
    const rows = connection.all<{ id: string }>(
      `SELECT id FROM jobs WHERE open = 0 AND deleted_at IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM items WHERE items.job_id = jobs.id)`,
    )
    for (const { id } of rows) dropJob(connection, id)
  })
}

/** False where it is known no more, too. */
export function hasEnded(connection: Connection, id: string): boolean {
  return connection.get<{ id: string }>('SELECT id FROM jobs WHERE id = ? AND open = 0', [id]) !== undefined
}

function dropJob(connection: Connection, id: string): void {
  const job = connection.get<{ input: string }>('SELECT input FROM jobs WHERE id = ? AND open = 0', [id])
  if (!job) return
  letGo(connection, findHashes(job.input))
  connection.run('DELETE FROM transcripts WHERE job_id = ?', [id])
  connection.run('DELETE FROM jobs WHERE id = ?', [id])
}
