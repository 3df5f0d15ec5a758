// Makes an item of a set of embeddings: it bears the set's own id, has no file, and follows the set's name.
import type { Connection } from '../database/connection'
import { insertItem, makeFindable } from './item-rows'
import { toItemTitle } from './made-pictures'

interface SetItem {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly model: string
  readonly createdAt: number
  readonly bytes: number
}

/** Within a transaction. New, or as it is now. */
export function keepSetItem(connection: Connection, item: SetItem): void {
  const title = toItemTitle(item.title, 'Embeddings')
  const isNew = insertItem(connection, {
    id: item.id,
    kind: 'embeddings',
    title,
    text: item.text,
    model: item.model,
    created_at: item.createdAt,
    deleted_at: null,
    file: 'none',
    media: null,
    mime_type: null,
    conversation_id: null,
    turn_id: null,
    making: null,
  })
  connection.run("UPDATE items SET title = ?, model = ?, bytes = ? WHERE id = ? AND kind = 'embeddings'", [
    title,
    item.model,
    item.bytes,
    item.id,
  ])
  if (!isNew) makeFindable(connection, { id: item.id, kind: 'embeddings', text: item.text })
}

/** Within a transaction: into the bin or, with null, out of it. */
export function markSetItem(connection: Connection, id: string, deletedAt: number | null): void {
  const sql =
    "UPDATE items SET deleted_at = ? WHERE id = ? AND kind = 'embeddings' AND (deleted_at IS NULL) = ?"
  connection.run(sql, [deletedAt, id, deletedAt === null ? 0 : 1])
}
