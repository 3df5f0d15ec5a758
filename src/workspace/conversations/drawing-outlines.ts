// What the list of drawings tells of each: how many steps it has, and its first picture.
import type { Conversation } from '#shared/schemas/chat'
import type { Connection } from '../database/connection'

type Outline = NonNullable<Conversation['drawing']>

interface OutlineRow {
  id: string
  steps: number
  cover: string | null
}

/** Of every drawing that is not in the bin, by its id; what was deleted in it does not count. */
export function readOutlines(connection: Connection): ReadonlyMap<string, Outline> {
  const rows = connection.all<OutlineRow>(
    `SELECT conversations.id,
        (SELECT count(*) FROM turns WHERE conversation_id = conversations.id
          AND role = 'user' AND deleted_at IS NULL) AS steps,
        (SELECT json_object('media', items.media, 'mimeType', items.mime_type)
          FROM turns JOIN items ON items.turn_id = turns.id
          WHERE turns.conversation_id = conversations.id AND turns.deleted_at IS NULL
            AND items.deleted_at IS NULL AND items.file = 'here'
          ORDER BY turns.seq LIMIT 1) AS cover
      FROM conversations WHERE kind = 'images' AND deleted_at IS NULL`,
  )
  return new Map(rows.map(({ id, steps, cover }) => [id, { steps, cover: readCover(cover) }]))
}

function readCover(cover: string | null): Outline['cover'] {
  if (cover === null) return null
  const { media, mimeType } = JSON.parse(cover)
  return { media, mimeType: mimeType ?? '' }
}
