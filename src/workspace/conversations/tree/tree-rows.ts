// Queries the tree of a conversation: parents, branches, deleted turns and totals.
import type { ConversationTotals, Turn } from '#shared/schemas/chat'
import type { Connection } from '../../database/connection'
import { findValue, listValues } from '../../database/rows'
import type { Branch, TreeShape } from './tree-shape'
import { turnNotFound } from './turn-rows'

/** The `deleted_at` of a row that is being written or permanently deleted. It is never listed. */
export const stagedMarker = -1

/** Reads only the index, as two texts: for 10,000 turns, rows or pairs would take three times as long. */
export function readShape(connection: Connection, conversationId: string): TreeShape {
  const row = connection.get<{ ids: string; parents: string }>(
    `SELECT json_group_array(id) AS ids, json_group_array(parent_id) AS parents FROM (
      SELECT id, parent_id FROM turns WHERE conversation_id = ? AND deleted_at IS NULL ORDER BY seq)`,
    [conversationId],
  )
  // SQLite has just written both in this form.
  const ids = JSON.parse(row?.ids ?? '[]') as string[]
  const parents = JSON.parse(row?.parents ?? '[]') as (string | null)[]
  const shape = new Map<string, string | null>()
  for (const [index, id] of ids.entries()) {
    const parentId = parents[index] ?? null
    // Descendants of a deleted turn may not be marked yet.
    if (parentId === null || shape.has(parentId)) shape.set(id, parentId)
  }
  return shape
}

interface UpwardRow {
  id: string
  parent_id: string | null
  deleted_at: number | null
}

/**
 * Reads the last `count` turns of the branch that ends with this one, and no other rows. Returns undefined if the branch
 * is not longer, or contains deleted turns.
 */
export function readBranchTail(connection: Connection, headId: string, count: number): Branch | undefined {
  const rows = connection.all<UpwardRow>(
    `WITH RECURSIVE upward (id, parent_id, deleted_at, height) AS (
      SELECT id, parent_id, deleted_at, 0 FROM turns WHERE id = ?
      UNION ALL SELECT turns.id, turns.parent_id, turns.deleted_at, height + 1
        FROM upward JOIN turns ON turns.id = upward.parent_id WHERE height < CAST(? AS INTEGER))
      SELECT id, parent_id, deleted_at FROM upward ORDER BY height DESC`,
    [headId, count],
  )
  if (rows.length <= count || rows.some(({ deleted_at }) => deleted_at !== null)) return undefined
  const tail = rows.slice(1)
  const siblings = listSiblings(
    connection,
    tail.map(({ parent_id }) => parent_id),
  )
  const alternates: Record<string, string[]> = {}
  for (const { id, parent_id } of tail) {
    const group = siblings.get(parent_id) ?? []
    if (group.length > 1) alternates[id] = group
  }
  return { ids: tail.map(({ id }) => id), alternates }
}

/** The children of each parent, oldest first. */
function listSiblings(
  connection: Connection,
  parentIds: readonly (string | null)[],
): ReadonlyMap<string | null, string[]> {
  const rows = connection.all<Omit<UpwardRow, 'deleted_at'>>(
    `SELECT id, parent_id FROM turns
      WHERE parent_id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL ORDER BY seq`,
    [JSON.stringify(parentIds)],
  )
  const siblings = new Map<string | null, string[]>()
  for (const { id, parent_id } of rows) {
    const group = siblings.get(parent_id)
    if (group) group.push(id)
    else siblings.set(parent_id, [id])
  }
  return siblings
}

/** Lists the ids from the root to this turn. */
export function listBranch(connection: Connection, turnId: string): string[] {
  const ids = findValue<string>(
    connection,
    `WITH RECURSIVE branch (id, parent_id, depth) AS (
      SELECT id, parent_id, 0 FROM turns WHERE id = ?
      UNION ALL SELECT turns.id, turns.parent_id, depth + 1 FROM turns JOIN branch ON turns.id = branch.parent_id)
      SELECT json_group_array(id) FROM (SELECT id FROM branch ORDER BY depth DESC)`,
    [turnId],
  )
  // SQLite has just written it in this form.
  return JSON.parse(ids ?? '[]') as string[]
}

/** Lists the turn and its descendants, parents first, with their times of deletion. */
export function listSubtree(
  connection: Connection,
  turnId: string,
): [id: string, deletedAt: number | null][] {
  const turns = findValue<string>(
    connection,
    `WITH RECURSIVE subtree (id) AS (
      SELECT id FROM turns WHERE id = ?
      UNION ALL SELECT turns.id FROM turns JOIN subtree ON turns.parent_id = subtree.id)
      SELECT json_group_array(json_array(id, deleted_at)) FROM (
        SELECT turns.id, deleted_at FROM subtree CROSS JOIN turns ON turns.id = subtree.id ORDER BY seq)`,
    [turnId],
  )
  // SQLite has just written it in this form.
  return JSON.parse(turns ?? '[]') as [string, number | null][]
}

/**
 * Joins turns with the items that they have generated. `+` because the owner has no type: compared with a number, the
 * index of owners would not be used.
 */
export const joinGeneratedItems = `
  CROSS JOIN media_refs AS refs ON refs.owner_kind = 'turn' AND refs.owner = +turns.seq
  CROSS JOIN items ON items.media = lower(hex(refs.media)) AND items.turn_id = turns.id`

/** The items of the given turns, a JSON array of ids. */
const itemsOfTurns = `json_each(?) AS chosen CROSS JOIN turns ON turns.id = chosen.value ${joinGeneratedItems}`

/**
 * Must be called within a transaction. Null restores. The turns' items are deleted and restored with them, except for
 * items that were deleted at another time.
 */
export function markTurns(
  connection: Connection,
  turnIds: readonly string[],
  deletedAt: number | null,
): void {
  const ids = JSON.stringify(turnIds)
  if (deletedAt === null) {
    connection.run(
      `UPDATE items SET deleted_at = NULL WHERE seq IN (
        SELECT items.seq FROM ${itemsOfTurns} WHERE items.deleted_at = turns.deleted_at)`,
      [ids],
    )
  } else {
    const sql = `UPDATE items SET deleted_at = ? WHERE deleted_at IS NULL AND seq IN (
      SELECT items.seq FROM ${itemsOfTurns})`
    connection.run(sql, [deletedAt, ids])
  }
  const sql = 'UPDATE turns SET deleted_at = ? WHERE id IN (SELECT value FROM json_each(?))'
  connection.run(sql, [deletedAt, ids])
}

/** The latest time at which an item of these turns was deleted; 0 if none was. */
export function latestItemDeletion(connection: Connection, turnIds: readonly string[]): number {
  const sql = `SELECT max(items.deleted_at) FROM ${itemsOfTurns}`
  return findValue<number | null>(connection, sql, [JSON.stringify(turnIds)]) ?? 0
}

/** Those of the given turns that are empty steps of a drawing: all images are deleted, and no step follows. */
export function listEmptySteps(
  connection: Connection,
  turnIds: readonly string[],
): { conversationId: string; turnId: string }[] {
  return connection.all<{ conversationId: string; turnId: string }>(
    `SELECT turns.id AS turnId, conversation_id AS conversationId
      FROM json_each(?) AS chosen CROSS JOIN turns ON turns.id = chosen.value AND turns.deleted_at IS NULL
        CROSS JOIN conversations ON conversations.id = turns.conversation_id
          AND conversations.kind = 'images' AND conversations.deleted_at IS NULL
      WHERE NOT EXISTS (SELECT 1 FROM media_refs AS refs
          CROSS JOIN items ON items.media = lower(hex(refs.media)) AND items.turn_id = turns.id
          WHERE refs.owner_kind = 'turn' AND refs.owner = +turns.seq AND items.deleted_at IS NULL)
        AND NOT EXISTS (SELECT 1 FROM turns AS next WHERE next.parent_id = turns.id AND next.deleted_at IS NULL)`,
    [JSON.stringify(turnIds)],
  )
}

/** The conversations of these turns, without deleted ones. */
export function listShownConversations(connection: Connection, turnIds: readonly string[]): string[] {
  return listValues(
    connection,
    `SELECT id FROM conversations WHERE deleted_at IS NULL AND id IN (
      SELECT conversation_id FROM turns WHERE id IN (SELECT value FROM json_each(?)))`,
    [JSON.stringify(turnIds)],
  )
}

/** The deleted turns among these and their ancestors. */
export function listDeletedPath(connection: Connection, turnIds: readonly string[]): string[] {
  return listValues(
    connection,
    `WITH RECURSIVE path (id, parent_id, deleted_at) AS (
      SELECT id, parent_id, deleted_at FROM turns WHERE id IN (SELECT value FROM json_each(?))
      UNION SELECT turns.id, turns.parent_id, turns.deleted_at FROM path JOIN turns ON turns.id = path.parent_id)
      SELECT id FROM path WHERE deleted_at > 0`,
    [JSON.stringify(turnIds)],
  )
}

interface DeletedTurn {
  /** Null if it was not deleted. */
  readonly deletedAt: number | null
  /** The parent is deleted too. */
  readonly isBelowDeleted: boolean
}

export function findDeletedTurn(connection: Connection, conversationId: string, turnId: string): DeletedTurn {
  const row = connection.get<{ deleted_at: number | null; parent_deleted_at: number | null }>(
    `SELECT turns.deleted_at, parent.deleted_at AS parent_deleted_at
      FROM turns LEFT JOIN turns AS parent ON parent.id = turns.parent_id
      WHERE turns.id = ? AND turns.conversation_id = ? AND turns.deleted_at IS NOT ${stagedMarker}`,
    [turnId, conversationId],
  )
  if (!row) throw turnNotFound()
  return { deletedAt: row.deleted_at, isBelowDeleted: row.parent_deleted_at !== null }
}

/** The answers of this one's comparison, including itself, in the order of the columns. */
export function listCompared(
  connection: Connection,
  { parentId, comparison }: Pick<Turn, 'parentId' | 'comparison'>,
): string[] {
  if (comparison === null) return []
  const sql =
    'SELECT id FROM turns WHERE parent_id = ? AND comparison = ? AND deleted_at IS NULL ORDER BY seq'
  return listValues(connection, sql, [parentId, comparison])
}

/** The compared answers become ordinary alternates. */
export function endComparison(connection: Connection, comparison: string, parentId: string | null): void {
  connection.run('UPDATE turns SET comparison = NULL WHERE parent_id IS ? AND comparison = ?', [
    parentId,
    comparison,
  ])
}

/** Includes deleted answers, which were billed too. Sums reals, because SQLite throws if a sum of integers overflows. */
export function readTotals(connection: Connection, conversationId: string): ConversationTotals {
  const sum = (field: string) => `sum(CAST(json_extract(said, '$.${field}') AS REAL))`
  // Without a group a sum always has one row.
  return connection.get<ConversationTotals>(
    `SELECT ${sum('promptTokenCount')} AS promptTokens, ${sum('candidatesTokenCount')} AS outputTokens,
        ${sum('thoughtsTokenCount')} AS thoughtsTokens, ${sum('totalTokenCount')} AS totalTokens
      FROM (SELECT usage AS said FROM turns WHERE conversation_id = ? AND json_valid(usage))`,
    [conversationId],
  ) as ConversationTotals
}
