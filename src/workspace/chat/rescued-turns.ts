// Saves turns from the rescue folder, whose last save had failed, to the database.
import { z } from 'zod'
import { Turn } from '#shared/schemas/chat'
import { touchConversation } from '../conversations/conversation-rows'
import { findTurnsWithDeleted, updateTurn } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import type { RescuedRecords } from '../database/rescued-records'

const Record = z.looseObject({ kind: z.literal('turn'), turn: Turn })

export const toRecordName = (turnId: string) => `turn ${turnId}`

interface RestorePorts {
  readonly connection: Connection
  readonly records: RescuedRecords
  readonly now: () => number
  /** Called within the transaction that saves the turn. */
  readonly onRestored: (turn: Turn) => void
}

/** Must be called before running turns become interrupted. Skips turns without a row, which are of another database. */
export async function restoreRescuedTurns(ports: RestorePorts): Promise<void> {
  const { connection, records } = ports
  for (const record of await records.list()) {
    if (!Record.safeParse(record).success) continue
    // The schema has accepted this record. Its own copy would have another order of fields.
    const { turn } = record as z.infer<typeof Record>
    const [stored] = findTurnsWithDeleted(connection, [turn.id])
    if (!stored) continue
    const isUnfinished = stored.state === 'running' || stored.state === 'interrupted'
    // A turn that cannot be saved now stays for the next start.
    if (isUnfinished && !succeeds(() => connection.transactDurably(() => restore(ports, turn)))) continue
    await records.remove(toRecordName(turn.id)).catch(() => undefined)
  }
}

/** Must be called within a transaction. */
function restore({ connection, now, onRestored }: RestorePorts, turn: Turn): void {
  updateTurn(connection, turn)
  touchConversation(connection, turn.conversationId, now())
  onRestored(turn)
}

function succeeds(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
