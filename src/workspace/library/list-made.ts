// Makes items of the pictures of a turn.
import type { Turn } from '#shared/schemas/chat'
import { findContinued } from '../conversations/tree/turn-rows'
import type { CollectionPorts } from './collection-ports'
import { insertItem } from './item-rows'
import { listMadePictures, toItemTitle } from './made-pictures'
import { readPrompt } from './read-making'

type ListPorts = Pick<CollectionPorts, 'connection' | 'newId'>

/** Within a transaction. How many were not items yet; what a continued answer began with is its old one's. */
export function listMade(
  { connection, newId }: ListPorts,
  turn: Turn,
  deletedAt: number | null = null,
): number {
  const pictures = listMadePictures(turn)
  if (pictures.length === 0) return 0
  const before = findContinued(connection, turn.id)
  const old = new Set(before ? listMadePictures(before).map(({ media }) => media) : [])
  const prompt = readPrompt(connection, turn)
  const inserted = pictures.filter(
    ({ media, mimeType }) =>
      !old.has(media) &&
      insertItem(connection, {
        id: newId(),
        kind: 'image',
        title: toItemTitle(prompt),
        text: prompt,
        model: turn.model,
        created_at: turn.createdAt,
        deleted_at: deletedAt,
        file: 'here',
        media,
        mime_type: mimeType,
        conversation_id: turn.conversationId,
        turn_id: turn.id,
        making: null,
      }),
  )
  return inserted.length
}

/** As `listMade`, of files that have just been written: what was missing of them is back for earlier items, too. */
export function listWritten(ports: ListPorts, turn: Turn): number {
  const sql = "UPDATE items SET file = 'here' WHERE media = ? AND file IN ('missing', 'changed')"
  for (const { media } of listMadePictures(turn)) ports.connection.run(sql, [media])
  return listMade(ports, turn)
}
