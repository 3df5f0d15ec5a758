// Puts a tree of turns into a conversation of its own, under new ids.
import type { Connection } from '../storage/connection'
import { insertConversation, type KeptConversation } from './conversation-rows'
import { markTurnDeleted } from './tree-rows'
import { type CopiedTurn, insertTurns } from './turn-rows'

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
export function insertCopy(
  { connection, newId }: CopyPorts,
  { conversation, turns }: Tree,
): KeptConversation {
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
  const rows = turns.map(({ continues, deleted: _, ...turn }) => ({
    continues: rename(continues),
    turn: {
      ...turn,
      id: turnIds.get(turn.id) ?? newId(),
      conversationId: copy.id,
      parentId: rename(turn.parentId),
      comparison: renameComparison(turn.comparison),
      state: turn.state === 'running' ? ('interrupted' as const) : turn.state,
    },
  }))
  connection.transactDurably(() => {
    insertConversation(connection, copy)
    insertTurns(connection, rows)
    for (const { id, deleted } of turns)
      if (deleted) markTurnDeleted(connection, turnIds.get(id) ?? '', copy.updatedAt)
  })
  return copy
}
