// Deletes and restores a branch. A long one is marked in slices, but always appears deleted or restored as a whole.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { ApiError } from '#shared/schemas/api-error'
import type { Connection } from '../../database/connection'
import { latestItemDeletion, listDeletedPath, listSubtree, markTurns } from './tree-rows'

/** Limited, because SQLite rewrites each row with all of its parts. */
const sliceLength = 200

interface Branch {
  readonly turnId: string
  /** Marked together with the first turn, so that the head is never out of date. */
  readonly headId: string | null
}

/**
 * Hides the branch immediately, because descendants of a deleted turn are not shown. Resolves once all are marked. The
 * branch gets a unique time of deletion, so that restoring it does not restore what was deleted earlier.
 */
export async function deleteBranch(
  connection: Connection,
  { turnId, headId, now }: Branch & { readonly now: number },
): Promise<void> {
  const subtree = listSubtree(connection, turnId)
  const latest = subtree.reduce(
    (latest, [, time]) => Math.max(latest, time ?? 0),
    latestItemDeletion(
      connection,
      subtree.map(([id]) => id),
    ),
  )
  const deletedAt = Math.max(now, latest + 1)
  const unmarked = subtree.flatMap(([id, time]) => (time === null ? [id] : []))
  const isShort = unmarked.length <= sliceLength
  connection.transact(() => {
    markTurns(
      connection,
      isShort ? unmarked : unmarked.filter((id) => id === turnId || id === headId),
      deletedAt,
    )
    if (!isShort) recordPending(connection, turnId)
  })
  if (!isShort) await markDescendants(connection, turnId, deletedAt)
}

/** Restores the first turn last, so that the branch is shown only once it is complete. */
export async function restoreBranch(
  connection: Connection,
  { turnId, headId, deletedAt }: Branch & { readonly deletedAt: number },
): Promise<void> {
  const marked = listSubtree(connection, turnId).flatMap(([id, time]) => (time === deletedAt ? [id] : []))
  const last = marked.filter((id) => id === turnId || id === headId)
  const isShort = marked.length <= sliceLength
  if (!isShort) {
    recordPending(connection, turnId)
    await markInSlices(
      connection,
      marked.filter((id) => !last.includes(id)),
      null,
    )
  }
  connection.transact(() => {
    markTurns(connection, isShort ? marked : last, null)
    clearPending(connection, turnId)
  })
}

/** Restores the turns and their ancestors, without descendants and siblings. */
export function restorePath(connection: Connection, turnIds: readonly string[]): void {
  connection.transact(() => {
    const path = listDeletedPath(connection, turnIds)
    if (path.length > 0)
      connection.run('UPDATE turns SET deleted_at = NULL WHERE id IN (SELECT value FROM json_each(?))', [
        JSON.stringify(path),
      ])
  })
}

/** Finishes deletions that were incomplete when the app last ended. */
export async function finishDeletions(connection: Connection): Promise<void> {
  for (const { id, deleted_at } of listPending(connection)) {
    if (deleted_at !== null) await markDescendants(connection, id, deleted_at)
  }
}

interface PendingRow {
  readonly id: string
  readonly deleted_at: number | null
}

/** Returns none if they cannot be read: the turns are hidden anyway. */
function listPending(connection: Connection): PendingRow[] {
  try {
    return connection.all<PendingRow>(
      "SELECT turns.id, deleted_at FROM settings JOIN turns ON turns.id = settings.value WHERE key LIKE 'taking-out:%'",
    )
  } catch (error) {
    if (error instanceof ApiError) return []
    throw error
  }
}

/** Never rejects: what cannot be marked now is marked at the next start, and hidden until then. */
async function markDescendants(connection: Connection, turnId: string, deletedAt: number): Promise<void> {
  const listUnmarked = () =>
    listSubtree(connection, turnId).flatMap(([id, time]) => (time === null ? [id] : []))
  try {
    await yieldToEventLoop()
    // The second pass finds answers that were saved meanwhile.
    for (let unmarked = listUnmarked(); unmarked.length > 0; unmarked = listUnmarked())
      await markInSlices(connection, unmarked, deletedAt)
    clearPending(connection, turnId)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

async function markInSlices(
  connection: Connection,
  turnIds: readonly string[],
  deletedAt: number | null,
): Promise<void> {
  for (let at = 0; at < turnIds.length; at += sliceLength) {
    await yieldToEventLoop()
    await connection.lock.whenFree()
    connection.transact(() => markTurns(connection, turnIds.slice(at, at + sliceLength), deletedAt))
  }
}

/** Records in the settings that the deletion is in progress. Unknown keys of settings are ignored. */
function recordPending(connection: Connection, turnId: string): void {
  connection.run('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)', [
    `taking-out:${turnId}`,
    turnId,
  ])
}

function clearPending(connection: Connection, turnId: string): void {
  connection.run('DELETE FROM settings WHERE key = ?', [`taking-out:${turnId}`])
}
