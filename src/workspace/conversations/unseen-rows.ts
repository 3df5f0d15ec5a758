// Conversations that are written in slices: nobody sees one before it is whole, whatever ends the program.
import { setImmediate as giveWay } from 'node:timers/promises'
import { ApiError } from '#shared/schemas/api-error'
import type { Connection } from '../database/connection'
import { insertConversation, type KeptConversation } from './conversation-rows'
import { unseen } from './tree/tree-rows'

/** How many rows are dropped at once. */
const sliceLength = 100

export function beginUnseen(connection: Connection, conversation: KeptConversation): void {
  connection.transact(() => {
    insertConversation(connection, { ...conversation, headTurnId: null })
    connection.run('UPDATE conversations SET deleted_at = ? WHERE id = ?', [unseen, conversation.id])
  })
}

/** Survives a loss of power, and all that was written of it before with it. */
export function showWhole(
  connection: Connection,
  { id, headTurnId }: Pick<KeptConversation, 'id' | 'headTurnId'>,
): void {
  connection.transactDurably(() =>
    connection.run('UPDATE conversations SET deleted_at = NULL, head_turn_id = ? WHERE id = ?', [
      headTurnId,
      id,
    ]),
  )
}

/** Never rejects: what cannot be dropped now is dropped at the next start. */
export async function dropUnseen(connection: Connection, conversationId: string): Promise<void> {
  try {
    do {
      await giveWay()
      await connection.lock.whenFree()
    } while (dropSlice(connection, conversationId) > 0)
    connection.run('DELETE FROM conversations WHERE id = ?', [conversationId])
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** What an earlier program was writing or removing when it ended. None where that cannot be read: nobody sees them. */
export function listUnseen(connection: Connection): string[] {
  try {
    const rows = connection.all<{ id: string }>('SELECT id FROM conversations WHERE deleted_at = ?', [unseen])
    return rows.map(({ id }) => id)
  } catch (error) {
    if (error instanceof ApiError) return []
    throw error
  }
}

/** The youngest first: a parent would take all that follows it along. */
function dropSlice(connection: Connection, conversationId: string): number {
  return connection.run(
    `DELETE FROM turns WHERE seq IN (
      SELECT seq FROM turns WHERE conversation_id = ? ORDER BY seq DESC LIMIT ${sliceLength})`,
    [conversationId],
  )
}
