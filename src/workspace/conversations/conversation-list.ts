// A page of the list of conversations, with the outlines of drawings.
import type { Conversation } from '#shared/schemas/chat'
import type { Connection } from '../database/connection'
import { listConversations, type StoredConversation } from './conversation-rows'

export interface Page {
  readonly offset: number
  readonly limit: number
}

export type ListedConversation = StoredConversation & Pick<Conversation, 'drawing'>

/** Pinned ones first, then the newest. */
export function listConversationPage(connection: Connection, page: Page): ListedConversation[] {
  const listed = listConversations(connection, page)
  const drawings = listed.flatMap(({ id, kind }) => (kind === 'images' ? [id] : []))
  const outlines = readOutlines(connection, drawings)
  return listed.map((stored) => {
    const drawing = outlines.get(stored.id)
    return drawing ? { ...stored, drawing } : stored
  })
}

type Outline = NonNullable<Conversation['drawing']>

/** The step count and the final image of the first response of these drawings, by id. Excludes deleted turns and images. */
function readOutlines(connection: Connection, drawings: readonly string[]): ReadonlyMap<string, Outline> {
  if (drawings.length === 0) return new Map()
  const rows = connection.all<{ id: string; steps: number; cover: string | null }>(
    `SELECT asked.value AS id,
        (SELECT count(*) FROM turns WHERE conversation_id = asked.value
          AND role = 'user' AND deleted_at IS NULL) AS steps,
        (SELECT json_object('media', items.media, 'mimeType', items.mime_type)
          FROM turns JOIN items ON items.turn_id = turns.id
          WHERE turns.conversation_id = asked.value AND turns.deleted_at IS NULL
            AND items.deleted_at IS NULL AND items.file = 'here'
          ORDER BY turns.seq, items.seq DESC LIMIT 1) AS cover
      FROM json_each(?) AS asked`,
    [JSON.stringify(drawings)],
  )
  return new Map(rows.map(({ id, steps, cover }) => [id, { steps, cover: readCover(cover) }]))
}

function readCover(cover: string | null): Outline['cover'] {
  if (cover === null) return null
  const { media, mimeType } = JSON.parse(cover)
  // A damaged item must not keep the others from being listed.
  return typeof media === 'string' ? { media, mimeType: typeof mimeType === 'string' ? mimeType : '' } : null
}
