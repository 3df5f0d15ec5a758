// Deletes and restores a branch: in slices if it is long, and yet all of it or nothing.
import { setImmediate as giveWay } from 'node:timers/promises'
import { ApiError } from '#shared/schemas/api-error'
import type { Connection } from '../../database/connection'
import { latestItemDeletion, listDeletedPath, listSubtree, markTurns } from './tree-rows'

/** A row is written again with all that the turn says. */
const sliceLength = 200

interface Branch {
  readonly turnId: string
  /** Marked with the first of the branch, so that the head is always what it says: there, or not. */
  readonly headId: string | null
}

/**
 * Gone at once for whoever looks, because what follows a deleted turn is not shown. The promise is for the marks of the
 * others, with one moment of their own: what was deleted earlier below is not put back with them.
 */
export async function deleteBranch(
  connection: Connection,
  { turnId, headId, now }: Branch & { readonly now: number },
): Promise<void> {
  const subtree = listSubtree(connection, turnId)
  const latest = subtree.reduce(
    (latest, [, deletedAt]) => Math.max(latest, deletedAt ?? 0),
    latestItemDeletion(
      connection,
      subtree.map(([id]) => id),
    ),
  )
  const deletedAt = Math.max(now, latest + 1)
  const living = subtree.flatMap(([id, deletedAt]) => (deletedAt === null ? [id] : []))
  const isShort = living.length <= sliceLength
  connection.transact(() => {
    markTurns(connection, isShort ? living : living.filter((id) => id === turnId || id === headId), deletedAt)
    if (!isShort) recordPending(connection, turnId)
  })
  if (!isShort) await markDescendants(connection, turnId, deletedAt)
}

/** Shown again only once it is whole: its first turn comes last. */
export async function restoreBranch(
  connection: Connection,
  { turnId, headId, deletedAt }: Branch & { readonly deletedAt: number },
): Promise<void> {
  const marked = listSubtree(connection, turnId).flatMap(([id, deletedAt]) =>
    deletedAt === deletedAt ? [id] : [],
  )
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

/** The turns themselves and what they follow; what followed them, or stood beside them, stays deleted. */
export function restorePath(connection: Connection, turnIds: readonly string[]): void {
  connection.transact(() => {
    const path = listDeletedPath(connection, turnIds)
    if (path.length > 0)
      connection.run('UPDATE turns SET deleted_at = NULL WHERE id IN (SELECT value FROM json_each(?))', [
        JSON.stringify(path),
      ])
  })
}

/** What an earlier program was ended in the middle of: whatever follows a turn that is still deleted is deleted. */
export async function finishDeletions(connection: Connection): Promise<void> {
  for (const { id, deleted_at } of listPending(connection)) {
    if (deleted_at !== null) await markDescendants(connection, id, deleted_at)
  }
}

interface PendingRow {
  readonly id: string
  readonly deleted_at: number | null
}

/** None if that cannot be read: they are not shown anyway. */
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

/** Never rejects: what cannot be marked now is marked at the next start, and until then not shown. */
async function markDescendants(connection: Connection, turnId: string, deletedAt: number): Promise<void> {
  const listLiving = () =>
    listSubtree(connection, turnId).flatMap(([id, deletedAt]) => (deletedAt === null ? [id] : []))
  try {
    await giveWay()
    // An answer that was saved meanwhile is found the second time.
    for (let living = listLiving(); living.length > 0; living = listLiving())
      await markInSlices(connection, living, deletedAt)
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
    await giveWay()
    await connection.lock.whenFree()
    connection.transact(() => markTurns(connection, turnIds.slice(at, at + sliceLength), deletedAt))
  }
}

/** Records among the settings that it is in progress; nothing that does not know the name reads it. */
function recordPending(connection: Connection, turnId: string): void {
  connection.run('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)', [
    `taking-out:${turnId}`,
    turnId,
  ])
}

function clearPending(connection: Connection, turnId: string): void {
  connection.run('DELETE FROM settings WHERE key = ?', [`taking-out:${turnId}`])
}
