// The shape of a conversation's tree in the database: parents, deleted turns, totals.
import type { ConversationTotals, Turn } from '#shared/schemas/chat'
import type { Connection } from '../../database/connection'
import { findValue, listValues } from '../../database/rows'
import type { Branch, TreeShape } from './tree-shape'
import { turnNotFound } from './turn-rows'

/** In place of the moment of deletion: a row that is being written, or removed for good; it is listed nowhere. */
export const stagedMarker = -1

/** Read from its index alone, as two texts: with 10,000 turns a row or a pair for each costs three times as much. */
export function readShape(connection: Connection, conversationId: string): TreeShape {
  const row = connection.get<{ ids: string; parents: string }>(
    `SELECT json_group_array(id) AS ids, json_group_array(parent_id) AS parents FROM (
      SELECT id, parent_id FROM turns WHERE conversation_id = ? AND deleted_at IS NULL ORDER BY seq)`,
    [conversationId],
  )
  // SQLite has written both in this form just now.
  const ids = JSON.parse(row?.ids ?? '[]') as string[]
  const parents = JSON.parse(row?.parents ?? '[]') as (string | null)[]
  const shape = new Map<string, string | null>()
  for (const [index, id] of ids.entries()) {
    const parentId = parents[index] ?? null
    // What follows a deleted turn may not be marked itself yet.
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
 * This many turns of the branch up to this one, read from their own rows alone. Undefined if it is not longer, or goes
 * through what was deleted.
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

/** Those that follow each of these, in the order they were made. */
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

/** From the root to this turn. */
export function listBranch(connection: Connection, turnId: string): string[] {
  const ids = findValue<string>(
    connection,
    `WITH RECURSIVE branch (id, parent_id, depth) AS (
      SELECT id, parent_id, 0 FROM turns WHERE id = ?
      UNION ALL SELECT turns.id, turns.parent_id, depth + 1 FROM turns JOIN branch ON turns.id = branch.parent_id)
      SELECT json_group_array(id) FROM (SELECT id FROM branch ORDER BY depth DESC)`,
    [turnId],
  )
  // SQLite has written it in this form just now.
  return JSON.parse(ids ?? '[]') as string[]
}

/** The turn and all that follows it, a parent before its children, with the moments of their deletion. */
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
  // SQLite has written it in this form just now.
  return JSON.parse(turns ?? '[]') as [string, number | null][]
}

/** Of chosen turns (a JSON list of ids): the items that they have made. */
const itemsOfTurns = `json_each(?) AS chosen CROSS JOIN turns ON turns.id = chosen.value
  CROSS JOIN media_refs AS refs ON refs.owner_kind = 'turn' AND refs.owner = turns.seq
  CROSS JOIN items ON items.media = lower(hex(refs.media)) AND items.turn_id = turns.id`

/**
 * Within a transaction; null restores. What the turns have made goes to the trash and comes back with them, apart from
 * items that were deleted at another moment.
 */
export function markTurns(connection: Connection, turnIds: readonly string[], deletedAt: number | null): void {
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

/** The latest moment at which an item of these turns was deleted; 0 if none was. */
export function latestItemDeletion(connection: Connection, turnIds: readonly string[]): number {
  const sql = `SELECT max(items.deleted_at) FROM ${itemsOfTurns}`
  return findValue<number | null>(connection, sql, [JSON.stringify(turnIds)]) ?? 0
}

/** Of these turns, those of image sessions that show nothing any longer: all images in the trash, and no step follows. */
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
          WHERE refs.owner_kind = 'turn' AND refs.owner = turns.seq AND items.deleted_at IS NULL)
        AND NOT EXISTS (SELECT 1 FROM turns AS next WHERE next.parent_id = turns.id AND next.deleted_at IS NULL)`,
    [JSON.stringify(turnIds)],
  )
}

/** The conversations of these turns that are not in the trash themselves. */
export function listShownConversations(connection: Connection, turnIds: readonly string[]): string[] {
  return listValues(
    connection,
    `SELECT id FROM conversations WHERE deleted_at IS NULL AND id IN (
      SELECT conversation_id FROM turns WHERE id IN (SELECT value FROM json_each(?)))`,
    [JSON.stringify(turnIds)],
  )
}

/** Deleted turns among these and what they follow, the way from the first turn to each. */
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
  /** What it follows is deleted too. */
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

/** The answers that are compared with this one, itself among them, in the order of their columns. */
export function listCompared(
  connection: Connection,
  { parentId, comparison }: Pick<Turn, 'parentId' | 'comparison'>,
): string[] {
  if (comparison === null) return []
  const sql =
    'SELECT id FROM turns WHERE parent_id = ? AND comparison = ? AND deleted_at IS NULL ORDER BY seq'
  return listValues(connection, sql, [parentId, comparison])
}

/** They become alternates like any other. */
export function endComparison(connection: Connection, comparison: string, parentId: string | null): void {
  connection.run('UPDATE turns SET comparison = NULL WHERE parent_id IS ? AND comparison = ?', [
    parentId,
    comparison,
  ])
}

/** Deleted answers have cost as much as the others. SQLite refuses a sum of whole numbers that is too large. */
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
