// Where items were made: whether that place can still be shown, and which places show something of the trash.
import type { ItemPlace, TrashedImage } from '#shared/schemas/library'
import type { Connection } from '../database/connection'

interface PlaceRow {
  readonly id: string
  readonly kind: 'chat' | 'images'
  readonly deleted_at: number | null
  readonly turn_id: string | null
  readonly has_turn: number
  readonly turn_deleted_at: number | null
}

export function findPlace(connection: Connection, itemId: string): ItemPlace {
  const row = connection.get<PlaceRow>(
    `SELECT conversations.id, conversations.kind, conversations.deleted_at, items.turn_id,
        turns.id IS NOT NULL AS has_turn, turns.deleted_at AS turn_deleted_at
      FROM items JOIN conversations ON conversations.id = items.conversation_id
        LEFT JOIN turns ON turns.id = items.turn_id AND turns.conversation_id = conversations.id
      WHERE items.id = ?`,
    [itemId],
  )
  if (!row || (row.deleted_at ?? 0) < 0) return { state: 'gone', conversation: null, turnId: null }
  const place = { conversation: { id: row.id, kind: row.kind }, turnId: row.turn_id }
  if (row.deleted_at !== null) return { ...place, state: 'in trash' }
  if (row.turn_id === null) return { ...place, state: 'shown' }
  const isGone = row.has_turn === 0 || (row.turn_deleted_at ?? 0) < 0
  if (isGone) return { ...place, turnId: null, state: 'gone' }
  return { ...place, state: row.turn_deleted_at === null ? 'shown' : 'removed' }
}

/** Images in the trash whose places the conversation still shows. */
export function listTrashedImages(connection: Connection, conversationId: string): TrashedImage[] {
  return connection.all<TrashedImage>(
    `SELECT items.id, items.turn_id AS turnId, items.media FROM items
        CROSS JOIN turns ON turns.id = items.turn_id AND turns.deleted_at IS NULL AND turns.conversation_id = ?
      WHERE items.deleted_at > 0 AND items.media IS NOT NULL`,
    [conversationId],
  )
}

/** What a turn has made and is not in the trash, by the ids of its items. */
export function listMadeBy(connection: Connection, conversationId: string, turnId: string): string[] {
  const sql = `SELECT items.id FROM turns
      CROSS JOIN media_refs AS refs ON refs.owner_kind = 'turn' AND refs.owner = turns.seq
      CROSS JOIN items ON items.media = lower(hex(refs.media)) AND items.turn_id = turns.id
    WHERE turns.id = ? AND turns.conversation_id = ? AND items.deleted_at IS NULL`
  return connection.all<{ id: string }>(sql, [turnId, conversationId]).map(({ id }) => id)
}
