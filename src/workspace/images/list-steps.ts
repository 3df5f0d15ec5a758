// Lists all steps of a drawing, for the tree of its branches.
import type { DrawingStep } from '#shared/schemas/chat'
import { findConversation } from '../conversations/conversation-rows'
import { readShape } from '../conversations/tree/tree-rows'
import type { Connection } from '../database/connection'

interface TurnRow {
  readonly id: string
  readonly role: string
  /** The start of a prompt's first text. */
  readonly text: string | null
  readonly media: string | null
  /** Another type if the row is damaged. */
  readonly mimeType: unknown
}

const maxTextLength = 200

/** Throws if the conversation is missing. */
export function listSteps(connection: Connection, conversationId: string): DrawingStep[] {
  findConversation(connection, conversationId)
  const shape = readShape(connection, conversationId)
  const steps = new Map<string, DrawingStep>()
  for (const { id, role, text, media, mimeType } of readTurns(connection, conversationId)) {
    const parentId = shape.get(id)
    // Its ancestor has been deleted.
    if (parentId === undefined) continue
    if (role === 'user') {
      steps.set(id, { promptId: id, parentId, text: toLine(text ?? ''), variations: [] })
    } else {
      const picture =
        media === null ? null : { media, mimeType: typeof mimeType === 'string' ? mimeType : '' }
      steps.get(parentId ?? '')?.variations.push({ id, picture })
    }
  }
  return [...steps.values()]
}

function toLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

/** With the last image of each answer, which is its result. A damaged prompt has no text. */
function readTurns(connection: Connection, conversationId: string): TurnRow[] {
  return connection.all<TurnRow>(
    `SELECT turns.id, role, items.media, items.mime_type AS mimeType,
        CASE WHEN role = 'user' AND json_valid(parts) THEN (
          SELECT substr(line, 1, ${maxTextLength}) FROM (
            SELECT CASE type WHEN 'object' THEN json_extract(value, '$.text') END AS line FROM json_each(turns.parts)
          ) WHERE line IS NOT NULL LIMIT 1) END AS text
      FROM turns LEFT JOIN items ON items.seq = (
        SELECT max(found.seq) FROM media_refs AS refs
          CROSS JOIN items AS found ON found.media = lower(hex(refs.media)) AND found.turn_id = turns.id
          WHERE refs.owner_kind = 'turn' AND refs.owner = +turns.seq AND found.deleted_at IS NULL AND file = 'here')
      WHERE turns.conversation_id = ? AND turns.deleted_at IS NULL ORDER BY turns.seq`,
    [conversationId],
  )
}
