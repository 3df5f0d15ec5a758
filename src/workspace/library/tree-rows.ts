// The shape of a conversation's tree as rows: who follows whom, what was deleted, what it has cost.
import type { ConversationTotals, Turn } from '#shared/schemas/chat'
import type { Connection } from '../storage/connection'
import type { TreeShape } from './tree-shape'
import { noSuchTurn } from './turn-rows'

/** Read from its index alone, as one text: with 10,000 turns a row for each costs three times as much. */
export function readShape(connection: Connection, conversationId: string): TreeShape {
  const row = connection.get<{ links: string }>(
    `SELECT json_group_array(json_array(id, parent_id)) AS links FROM (
      SELECT id, parent_id FROM turns WHERE conversation_id = ? AND deleted_at IS NULL ORDER BY seq)`,
    [conversationId],
  )
  // SQLite has written it in this form just now.
  return new Map(JSON.parse(row?.links ?? '[]') as [string, string | null][])
}

/** With all that follows it and is not deleted yet. */
export function markTurnDeleted(connection: Connection, turnId: string, now: number): void {
  // Its own moment, so that what was deleted earlier below it is not restored with it.
  const below = connection.get<{ latest: number | null }>(
    `${subtree} SELECT max(deleted_at) AS latest FROM turns WHERE id IN (SELECT id FROM subtree)`,
    [turnId],
  )
  const moment = Math.max(now, (below?.latest ?? 0) + 1)
  connection.run(
    `${subtree} UPDATE turns SET deleted_at = ? WHERE id IN (SELECT id FROM subtree) AND deleted_at IS NULL`,
    [turnId, moment],
  )
}

const subtree = `WITH RECURSIVE subtree (id) AS (
  SELECT id FROM turns WHERE id = ?
  UNION SELECT turns.id FROM turns JOIN subtree ON turns.parent_id = subtree.id)`

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

/** With all that was deleted with it. */
export function markTurnRestored(connection: Connection, turnId: string, moment: number): void {
  connection.run(
    `${subtree} UPDATE turns SET deleted_at = NULL WHERE id IN (SELECT id FROM subtree) AND deleted_at = ?`,
    [turnId, moment],
  )
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
