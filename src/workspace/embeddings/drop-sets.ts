// Takes sets away for good, with the vectors that only they have, in slices.
import { setImmediate as giveWay } from 'node:timers/promises'
import { ApiError } from '#shared/schemas/api-error'
import { unseen } from '../conversations/tree/tree-rows'
import type { Connection } from '../database/connection'
import type { EmbeddingPorts } from './embedding-ports'

type DropPorts = Pick<EmbeddingPorts, 'connection' | 'closing'>

const sliceLength = 100

/** One that is not in the bin is left alone. */
export async function dropSet({ connection, closing }: DropPorts, setId: string): Promise<void> {
  const sql = 'UPDATE embedding_sets SET deleted_at = ? WHERE id = ? AND deleted_at IS NOT NULL'
  if (connection.run(sql, [unseen, setId]) === 0) return
  while (dropSlice(connection, setId) === sliceLength) {
    await giveWay()
    await connection.lock.whenFree()
    if (closing.aborted) return
  }
  connection.run('DELETE FROM embedding_sets WHERE id = ?', [setId])
}

function dropSlice(connection: Connection, setId: string): number {
  const slice = `SELECT seq FROM embedding_rows WHERE set_id = ? ORDER BY row_id LIMIT ${sliceLength}`
  return connection.transact(() => {
    connection.run(
      `DELETE FROM embedding_vectors WHERE key IN (SELECT key FROM embedding_rows WHERE seq IN (${slice}))
        AND NOT EXISTS (SELECT 1 FROM embedding_rows AS other
          WHERE other.key = embedding_vectors.key AND other.set_id <> ?)`,
      [setId, setId],
    )
    return connection.run(`DELETE FROM embedding_rows WHERE seq IN (${slice})`, [setId])
  })
}

/**
 * What an earlier program has left: sets that were never whole, those that were deleted and are no item of the Library,
 * and deleted rows. What is deleted after the call is left alone. Never rejects.
 */
export async function sweepEmbeddings(ports: DropPorts): Promise<void> {
  const { connection, closing } = ports
  try {
    const left = connection.all<{ id: string }>(
      `SELECT id FROM embedding_sets WHERE deleted_at IS NOT NULL
        AND (deleted_at = ${unseen} OR NOT EXISTS (SELECT 1 FROM items WHERE items.id = embedding_sets.id))`,
    )
    const rows = connection.all<{ seq: number }>(
      'SELECT seq FROM embedding_rows WHERE deleted_at IS NOT NULL',
    )
    for (const { id } of left) await dropSet(ports, id)
    for (let at = 0; at < rows.length && !closing.aborted; at += sliceLength) {
      await connection.lock.whenFree()
      const slice = JSON.stringify(rows.slice(at, at + sliceLength).map(({ seq }) => seq))
      connection.run('DELETE FROM embedding_rows WHERE seq IN (SELECT value FROM json_each(?))', [slice])
      await giveWay()
    }
  } catch (error) {
    // A database that is damaged, or closed by now: the next start tries again.
    if (!(error instanceof ApiError)) throw error
  }
}
