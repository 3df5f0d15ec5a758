// Puts a tree of turns into a conversation of its own, under new ids: whole or not at all, in slices.
import { setImmediate as giveWay } from 'node:timers/promises'
import type { Connection } from '../database/connection'
import type { KeptConversation } from './conversation-rows'
import { markTurns } from './tree/tree-rows'
import { type CopiedTurn, insertTurns, type NewRow } from './tree/turn-rows'
import { beginUnseen, dropUnseen, showWhole } from './unseen-rows'

interface CopyPorts {
  readonly connection: Connection
  readonly newId: () => string
}

export interface Tree {
  /** Its head is one of the turns, or null. */
  readonly conversation: Omit<KeptConversation, 'id' | 'queued'>
  /** A parent stands before what follows it. */
  readonly turns: readonly CopiedTurn[]
}

/** An answer that was under way where it was copied from is not under way here. */
export async function insertCopy(
  { connection, newId }: CopyPorts,
  { conversation, turns }: Tree,
): Promise<KeptConversation> {
  const turnIds = new Map(turns.map(({ id }) => [id, newId()]))
  const comparisons = new Map<string, string>()
  const renameComparison = (name: string | null) => {
    if (name === null) return null
    const renamed = comparisons.get(name) ?? newId()
    comparisons.set(name, renamed)
    return renamed
  }
  const rename = (id: string | null | undefined) => (id == null ? null : (turnIds.get(id) ?? null))
  const copy = { ...conversation, id: newId(), headTurnId: rename(conversation.headTurnId), queued: [] }
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
  beginUnseen(connection, copy)
  try {
    await insertInSlices(connection, rows)
    showWhole(connection, copy)
  } catch (error) {
    await dropUnseen(connection, copy.id)
    throw error
  }
  return copy
}

interface CopiedRow extends NewRow {
  readonly deleted: boolean
}

const mostRows = 50
/** Letters, as JSON: what is written and made findable in a few dozen milliseconds. */
const mostLetters = 40_000

async function insertInSlices(connection: Connection, rows: readonly CopiedRow[]): Promise<void> {
  let begin = 0
  let letters = 0
  for (const [index, { turn }] of rows.entries()) {
    letters += JSON.stringify(turn.parts).length
    const end = index + 1
    if (end < rows.length && end - begin < mostRows && letters < mostLetters) continue
    await giveWay()
    await connection.lock.whenFree()
    insertSlice(connection, rows.slice(begin, end))
    begin = end
    letters = 0
  }
}

function insertSlice(connection: Connection, rows: readonly CopiedRow[]): void {
  connection.transact(() => {
    insertTurns(connection, rows)
    for (const { turn, deleted } of rows)
      if (deleted) markTurns(connection, [turn.id], Math.max(1, turn.createdAt))
  })
}
