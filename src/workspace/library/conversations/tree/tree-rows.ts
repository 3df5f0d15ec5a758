// The shape of a conversation's tree as rows: who follows whom, what was deleted, what it has cost.
import type { ConversationTotals, Turn } from '#shared/schemas/chat'
import type { Connection } from '../../../storage/connection'
import type { Branch, TreeShape } from './tree-shape'
import { noSuchTurn } from './turn-rows'

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
 * So many turns of the branch up to this one, read from their own rows alone. Undefined where it is not longer, or goes
 * through what was deleted.
 */
export function readEnd(connection: Connection, headId: string, count: number): Branch | undefined {
  const rows = connection.all<UpwardRow>(
    `WITH RECURSIVE upward (id, parent_id, deleted_at, height) AS (
      SELECT id, parent_id, deleted_at, 0 FROM turns WHERE id = ?
      UNION ALL SELECT turns.id, turns.parent_id, turns.deleted_at, height + 1
        FROM upward JOIN turns ON turns.id = upward.parent_id WHERE height < CAST(? AS INTEGER))
      SELECT id, parent_id, deleted_at FROM upward ORDER BY height DESC`,
    [headId, count],
  )
  if (rows.length <= count || rows.some(({ deleted_at }) => deleted_at !== null)) return undefined
  const end = rows.slice(1)
  const siblings = listSiblings(
    connection,
    end.map(({ parent_id }) => parent_id),
  )
  const alternates: Record<string, string[]> = {}
  for (const { id, parent_id } of end) {
    const group = siblings.get(parent_id) ?? []
    if (group.length > 1) alternates[id] = group
  }
  return { ids: end.map(({ id }) => id), alternates }
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
  const row = connection.get<{ ids: string }>(
    `WITH RECURSIVE branch (id, parent_id, depth) AS (
      SELECT id, parent_id, 0 FROM turns WHERE id = ?
      UNION ALL SELECT turns.id, turns.parent_id, depth + 1 FROM turns JOIN branch ON turns.id = branch.parent_id)
      SELECT json_group_array(id) AS ids FROM (SELECT id FROM branch ORDER BY depth DESC)`,
    [turnId],
  )
  // SQLite has written it in this form just now.
  return JSON.parse(row?.ids ?? '[]') as string[]
}

/** The turn and all that follows it, a parent before its children, with the moments of their deletion. */
export function listSubtree(
  connection: Connection,
  turnId: string,
): [id: string, deletedAt: number | null][] {
  const row = connection.get<{ turns: string }>(
    `WITH RECURSIVE subtree (id) AS (
      SELECT id FROM turns WHERE id = ?
      UNION ALL SELECT turns.id FROM turns JOIN subtree ON turns.parent_id = subtree.id)
      SELECT json_group_array(json_array(id, deleted_at)) AS turns FROM (
        SELECT turns.id, deleted_at FROM subtree CROSS JOIN turns ON turns.id = subtree.id ORDER BY seq)`,
    [turnId],
  )
  // SQLite has written it in this form just now.
  return JSON.parse(row?.turns ?? '[]') as [string, number | null][]
}

/** Null restores them. */
export function markTurns(connection: Connection, turnIds: readonly string[], moment: number | null): void {
  connection.run('UPDATE turns SET deleted_at = ? WHERE id IN (SELECT value FROM json_each(?))', [
    moment,
    JSON.stringify(turnIds),
  ])
}

interface DeletedRow {
  deleted_at: number | null
  parent_deleted_at: number | null
}

interface DeletedTurn {
  /** Null where it was not deleted. */
  readonly moment: number | null
  /** What it follows is deleted too. */
  readonly isBelowDeleted: boolean
}

export function findDeletedTurn(connection: Connection, conversationId: string, turnId: string): DeletedTurn {
  const row = connection.get<DeletedRow>(
    `SELECT turns.deleted_at, parent.deleted_at AS parent_deleted_at
      FROM turns LEFT JOIN turns AS parent ON parent.id = turns.parent_id
      WHERE turns.id = ? AND turns.conversation_id = ?`,
    [turnId, conversationId],
  )
  if (!row) throw noSuchTurn()
  return { moment: row.deleted_at, isBelowDeleted: row.parent_deleted_at !== null }
}

/** The answers that are compared with this one, itself among them, in the order of their columns. */
export function listCompared(
  connection: Connection,
  { parentId, comparison }: Pick<Turn, 'parentId' | 'comparison'>,
): string[] {
  if (comparison === null) return []
  const rows = connection.all<{ id: string }>(
    'SELECT id FROM turns WHERE parent_id = ? AND comparison = ? AND deleted_at IS NULL ORDER BY seq',
    [parentId, comparison],
  )
  return rows.map(({ id }) => id)
}

/** They become alternates like any other. */
export function endComparison(connection: Connection, comparison: string, parentId: string | null): void {
  connection.run('UPDATE turns SET comparison = NULL WHERE parent_id IS ? AND comparison = ?', [
    parentId,
    comparison,
  ])
}

interface TotalsRow {
  prompt: number | null
  output: number | null
  thoughts: number | null
  total: number | null
}

/** Deleted answers have cost as much as the others. SQLite refuses a sum of whole numbers that is too large. */
export function readTotals(connection: Connection, conversationId: string): ConversationTotals {
  const row = connection.get<TotalsRow>(
    `SELECT sum(CAST(json_extract(said, '$.promptTokenCount') AS REAL)) AS prompt,
        sum(CAST(json_extract(said, '$.candidatesTokenCount') AS REAL)) AS output,
        sum(CAST(json_extract(said, '$.thoughtsTokenCount') AS REAL)) AS thoughts,
        sum(CAST(json_extract(said, '$.totalTokenCount') AS REAL)) AS total
      FROM (SELECT usage AS said FROM turns WHERE conversation_id = ? AND json_valid(usage))`,
    [conversationId],
  )
  return {
    promptTokens: row?.prompt ?? null,
    outputTokens: row?.output ?? null,
    thoughtsTokens: row?.thoughts ?? null,
    totalTokens: row?.total ?? null,
  }
}
