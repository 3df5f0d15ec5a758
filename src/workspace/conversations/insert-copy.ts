// Inserts an imported or branched conversation in slices. It stays hidden until it is complete.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { ApiError } from '#shared/schemas/api-error'
import type { Connection } from '../database/connection'
import { listValues } from '../database/rows'
import { insertConversation, type StoredConversation } from './conversation-rows'
import { dropPieces } from './long-texts'
import { markTurns, stagedMarker } from './tree/tree-rows'
import { type CopiedTurn, insertTurns, type NewRow } from './tree/turn-rows'

export interface Tree {
  /** Its head is one of the turns, or null. */
  readonly conversation: Omit<StoredConversation, 'id' | 'queued'>
  /** A parent comes before its children. */
  readonly turns: readonly CopiedTurn[]
}

interface CopyPorts {
  readonly connection: Connection
  readonly newId: () => string
}

/** A running answer is copied as interrupted. */
export async function insertCopy(ports: CopyPorts, tree: Tree): Promise<StoredConversation> {
  const copy = await stageCopy(ports, tree, ports.newId())
  try {
    publishStaged(ports.connection, [copy])
  } catch (error) {
    await dropStaged(ports.connection, copy.id)
    throw error
  }
  return copy
}

/** Inserts a copy with this ID, which stays hidden until it is published. If this fails, nothing of it is left. */
export async function stageCopy(
  { connection, newId }: CopyPorts,
  { conversation, turns }: Tree,
  id: string,
): Promise<StoredConversation> {
  const turnIds = new Map(turns.map(({ id }) => [id, newId()]))
  const comparisons = new Map<string, string>()
  const renameComparison = (name: string | null) => {
    if (name === null) return null
    const renamed = comparisons.get(name) ?? newId()
    comparisons.set(name, renamed)
    return renamed
  }
  const rename = (id: string | null | undefined) => (id == null ? null : (turnIds.get(id) ?? null))
  const copy = { ...conversation, id, headTurnId: rename(conversation.headTurnId), queued: [] }
  const rows = turns.map(({ continues, deleted = false, ...turn }) => ({
    continues: rename(continues),
    deleted,
    turn: {
      ...turn,
      id: turnIds.get(turn.id) ?? newId(),
      conversationId: copy.id,
      parentId: rename(turn.parentId),
      comparison: renameComparison(turn.comparison),
      state: turn.state === 'running' ? ('interrupted' as const) : turn.state,
    },
  }))
  stageConversation(connection, copy)
  try {
    await insertInSlices(connection, rows)
  } catch (error) {
    await dropStaged(connection, copy.id)
    throw error
  }
  return copy
}

/** Shows staged copies. A durable transaction, which waits for the disk, makes everything written before durable, too. */
export function publishStaged(
  connection: Connection,
  copies: readonly Pick<StoredConversation, 'id' | 'headTurnId'>[],
  transact: Connection['transact'] = connection.transactDurably,
): void {
  transact(() => {
    for (const { id, headTurnId } of copies)
      connection.run('UPDATE conversations SET deleted_at = NULL, head_turn_id = ? WHERE id = ?', [
        headTurnId,
        id,
      ])
  })
}

interface CopiedRow extends NewRow {
  readonly deleted: boolean
}

const maxRows = 50
/** Characters as JSON. Writing and indexing them takes a few dozen milliseconds. */
const maxCharacters = 40_000

async function insertInSlices(connection: Connection, rows: readonly CopiedRow[]): Promise<void> {
  let start = 0
  let characters = 0
  for (const [index, { turn }] of rows.entries()) {
    characters += JSON.stringify(turn.parts).length
    const end = index + 1
    if (end < rows.length && end - start < maxRows && characters < maxCharacters) continue
    await yieldToEventLoop()
    await connection.lock.whenFree()
    insertSlice(connection, rows.slice(start, end))
    start = end
    characters = 0
  }
}

function insertSlice(connection: Connection, rows: readonly CopiedRow[]): void {
  connection.transact(() => {
    insertTurns(connection, rows)
    for (const { turn, deleted } of rows)
      if (deleted) markTurns(connection, [turn.id], Math.max(1, turn.createdAt))
  })
}

/** Rows that are deleted in one statement. */
const sliceLength = 100

function stageConversation(connection: Connection, conversation: StoredConversation): void {
  connection.transact(() => {
    insertConversation(connection, { ...conversation, headTurnId: null })
    connection.run('UPDATE conversations SET deleted_at = ? WHERE id = ?', [stagedMarker, conversation.id])
  })
}

/** Never rejects: what cannot be deleted now is deleted at the next start. */
export async function dropStaged(connection: Connection, conversationId: string): Promise<void> {
  try {
    await connection.lock.whenFree()
    await dropPieces(connection, conversationId)
    do {
      await yieldToEventLoop()
      await connection.lock.whenFree()
    } while (dropSlice(connection, conversationId) > 0)
    connection.run('DELETE FROM conversations WHERE id = ?', [conversationId])
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Lists copies that were incomplete when the app last ended. Returns none if they cannot be read: they stay hidden. */
export function listStaged(connection: Connection): string[] {
  try {
    return listValues(connection, 'SELECT id FROM conversations WHERE deleted_at = ?', [stagedMarker])
  } catch (error) {
    if (error instanceof ApiError) return []
    throw error
  }
}

/** Deletes the newest turns first, because deleting a parent would delete all its descendants at once. */
function dropSlice(connection: Connection, conversationId: string): number {
  return connection.run(
    `DELETE FROM turns WHERE seq IN (
      SELECT seq FROM turns WHERE conversation_id = ? ORDER BY seq DESC LIMIT ${sliceLength})`,
    [conversationId],
  )
}
