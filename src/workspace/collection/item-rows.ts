// What was made, as rows: pictures and, later, whatever else is kept as an item.
import { setImmediate as giveWay } from 'node:timers/promises'
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import type { LibraryItem } from '#shared/schemas/library'
import { findMarks } from '../library/conversations/tree/turn-texts'
import type { Connection } from '../storage/connection'
import { readStored } from '../storage/stored-json'

interface ItemRow {
  readonly seq: number
  readonly id: string
  readonly kind: LibraryItem['kind']
  readonly title: string
  readonly model: string | null
  readonly created_at: number
  readonly deleted_at: number | null
  readonly file: LibraryItem['file']
  readonly media: string | null
  readonly mime_type: string | null
  readonly bytes: number | null
  readonly width: number | null
  readonly height: number | null
  readonly conversation_id: string | null
  readonly turn_id: string | null
}

interface NewItem extends Omit<ItemRow, 'seq' | 'bytes' | 'width' | 'height'> {
  /** What it is found by: the whole prompt. */
  readonly text: string
  /** JSON; null where the turns tell it. */
  readonly making: string | null
}

/** Within a transaction. False where this turn's picture is an item already. */
export function insertItem(connection: Connection, item: NewItem): boolean {
  const inserted = connection.run(
    `INSERT INTO items (id, kind, title, model, created_at, deleted_at, file, media, mime_type, conversation_id,
      turn_id, making) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    [
      item.id,
      item.kind,
      item.title,
      item.model,
      item.created_at,
      item.deleted_at,
      item.file,
      item.media,
      item.mime_type,
      item.conversation_id,
      item.turn_id,
      item.making,
    ],
  )
  if (inserted > 0) makeFindable(connection, item)
  return inserted > 0
}

/** The texts among which one of the same prompt is looked for: variations come one after another. */
const mostVariations = 8

/** An index that is damaged must cost nobody a picture: what it does not take is not found. */
function makeFindable(connection: Connection, { id, text }: NewItem): void {
  connection.exec('SAVEPOINT item_findable')
  try {
    const searched = toSearchedText(text)
    const known = connection.get<{ seq: number }>(
      'SELECT rowid AS seq FROM (SELECT rowid, text FROM item_texts ORDER BY rowid DESC LIMIT ?) WHERE text = ?',
      [mostVariations, searched],
    )
    connection.run('UPDATE items SET text_of = coalesce(?, seq) WHERE id = ?', [known?.seq ?? null, id])
    if (!known)
      connection.run('INSERT INTO item_texts (rowid, text) SELECT seq, ? FROM items WHERE id = ?', [
        searched,
        id,
      ])
    // FTS5 writes only here or at the end of the transaction, which it would take with it.
    connection.exec('SAVEPOINT item_written; RELEASE item_written')
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'INTERNAL') throw error
    connection.exec('ROLLBACK TO item_findable')
  }
  connection.exec('RELEASE item_findable')
}

/** What follows a NUL is out of the index' sight. */
function toSearchedText(text: string): string {
  const { begin, end } = findMarks
  return text.normalize('NFC').replaceAll(begin, '').replaceAll(end, '').replaceAll('\0', ' ')
}

type TaggedRow = ItemRow & { readonly tags: string }

const tagsOf = (table: string) =>
  `(SELECT json_group_array(tag) FROM item_tags WHERE item_id = ${table}.id) AS tags`

const conversationItems = `SELECT 0 AS seq, conversations.id, 'conversation' AS kind, title, model,
    updated_at AS created_at, deleted_at, 'none' AS file, NULL AS media, NULL AS mime_type, NULL AS bytes,
    NULL AS width, NULL AS height, conversations.id AS conversation_id, NULL AS turn_id, ${tagsOf('conversations')}
  FROM json_each(?) AS asked CROSS JOIN conversations ON conversations.id = asked.value`

const madeItems = `SELECT items.seq, items.id, items.kind, title, model, created_at, deleted_at, file, media, mime_type,
    bytes, width, height, conversation_id, turn_id, ${tagsOf('items')}
  FROM json_each(?) AS asked CROSS JOIN items ON items.id = asked.value`

/** In the order they are asked for, conversations among them; those that are not there are left out. */
export function readItems(connection: Connection, ids: readonly string[]): LibraryItem[] {
  const asked = JSON.stringify(ids)
  const made = connection.all<TaggedRow>(madeItems, [asked])
  const conversations = made.length < ids.length ? connection.all<TaggedRow>(conversationItems, [asked]) : []
  const byId = new Map([...made, ...conversations].map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [toItem(row)] : []
  })
}

/** How many rows are read at once. */
const sliceLength = 500

/** As `readItems`, in slices. */
export async function readAllItems(connection: Connection, ids: readonly string[]): Promise<LibraryItem[]> {
  const items: LibraryItem[] = []
  for (let at = 0; at < ids.length; at += sliceLength) {
    if (at > 0) await giveWay()
    items.push(...readItems(connection, ids.slice(at, at + sliceLength)))
  }
  return items
}

export function findItem(connection: Connection, id: string): LibraryItem {
  const [item] = readItems(connection, [id])
  if (item) return item
  throw new ApiError('NOT_FOUND', 'There is no such item in the Library.', { param: 'id' })
}

const Tags = z.array(z.string())

function toItem(row: TaggedRow): LibraryItem {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    model: row.model,
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
    tags: readStored(Tags, row.tags) ?? [],
    file: row.file,
    media: row.media,
    mimeType: row.mime_type,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    conversationId: row.conversation_id,
    turnId: row.turn_id,
  }
}
