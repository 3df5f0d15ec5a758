// Items as rows: images, videos, transcripts, embedding sets.
import { setImmediate as giveWay } from 'node:timers/promises'
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import type { LibraryItem } from '#shared/schemas/library'
import { stagedMarker } from '../conversations/tree/tree-rows'
import type { Connection } from '../database/connection'
import { findValue, indexText, insertRow, selectFields, toIndexedText } from '../database/rows'
import type { Media } from '../media/media'
import { parseStored } from '../parse-json'

const fields = [
  'id',
  'kind',
  'title',
  'model',
  'createdAt',
  'deletedAt',
  'file',
  'media',
  'mimeType',
  'width',
  'height',
  'conversationId',
  'turnId',
  'seconds',
] as const

type Needed = 'id' | 'kind' | 'title' | 'model' | 'createdAt' | 'file'

/** Without a job it is of a turn; what a file holds may be told later. */
interface NewItem
  extends Pick<LibraryItem, Needed>,
    Partial<Pick<LibraryItem, Exclude<(typeof fields)[number], Needed> | 'jobId'>> {
  /** What it is found by: the whole prompt. */
  readonly text: string
  /** JSON; absent if the turns tell it. */
  readonly making?: string
}

const insertedColumns = {
  table: 'items',
  fields: [...fields, 'making', 'jobId'],
  conflict: 'ON CONFLICT DO NOTHING',
} as const

/** Within a transaction. False if what this turn or this job has made is an item already. */
export function insertItem(connection: Connection, item: NewItem): boolean {
  const isNew = insertRow(connection, insertedColumns, item) > 0
  if (isNew) makeFindable(connection, item)
  return isNew
}

/** The texts among which one of the same prompt is looked for: variations come one after another. */
const maxVariations = 8

type Findable = Pick<NewItem, 'id' | 'kind' | 'text'>

const ownTexts: readonly string[] = ['transcript', 'embeddings']

/** Within a transaction: in the place of what it was found by. What is edited or renamed has a text of its own. */
export function makeFindable(connection: Connection, { id, kind, text }: Findable): void {
  indexText(connection, () => {
    const searched = toIndexedText(text)
    const known = ownTexts.includes(kind) ? undefined : findSameText(connection, searched)
    connection.run('DELETE FROM item_texts WHERE rowid = (SELECT seq FROM items WHERE id = ?)', [id])
    connection.run('UPDATE items SET text_of = coalesce(?, seq) WHERE id = ?', [known ?? null, id])
    if (known !== undefined) return
    const sql = 'INSERT INTO item_texts (rowid, text) SELECT seq, ? FROM items WHERE id = ?'
    connection.run(sql, [searched, id])
  })
}

function findSameText(connection: Connection, searched: string): number | undefined {
  return findValue<number>(
    connection,
    `SELECT rowid FROM (SELECT rowid, text FROM item_texts ORDER BY rowid DESC LIMIT ?) WHERE text = ?
      AND NOT EXISTS (SELECT 1 FROM items WHERE seq = rowid AND kind IN ('transcript', 'embeddings'))`,
    [maxVariations, searched],
  )
}

type ItemRow = Omit<LibraryItem, 'tags'> & { readonly tags: string }

const tagsOf = (table: string) =>
  `(SELECT json_group_array(tag) FROM item_tags WHERE item_id = ${table}.id) AS tags`

const conversationItems = `SELECT conversations.id, 'conversation' AS kind, title, model, updated_at AS createdAt,
    deleted_at AS deletedAt, 'none' AS file, NULL AS media, NULL AS mimeType, NULL AS bytes, NULL AS width,
    NULL AS height, conversations.id AS conversationId, NULL AS turnId, NULL AS seconds, NULL AS jobId,
    ${tagsOf('conversations')}
  FROM json_each(?) AS asked CROSS JOIN conversations ON conversations.id = asked.value
    AND conversations.deleted_at IS NOT ${stagedMarker}`

/** One that was adopted from elsewhere has no job here. */
const generatedItems = `SELECT ${selectFields('items', fields)}, items.bytes,
    (SELECT jobs.id FROM jobs WHERE jobs.id = items.job_id) AS jobId, ${tagsOf('items')}
  FROM json_each(?) AS asked CROSS JOIN items ON items.id = asked.value AND items.deleted_at IS NOT ${stagedMarker}`

const Tags = z.array(z.string())

/** In the order they are asked for, conversations among them; those that are not there are left out. */
export function readItems(connection: Connection, ids: readonly string[]): LibraryItem[] {
  const asked = JSON.stringify(ids)
  const made = connection.all<ItemRow>(generatedItems, [asked])
  const conversations = made.length < ids.length ? connection.all<ItemRow>(conversationItems, [asked]) : []
  const byId = new Map([...made, ...conversations].map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [{ ...row, tags: parseStored(Tags, row.tags) ?? [] }] : []
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

export interface LibraryPorts {
  readonly connection: Connection
  readonly media: Media
  readonly now: () => number
  readonly newId: () => string
  /** Something that the Library shows has changed. */
  readonly notify: () => void
  /** Work that takes its time ends where this says so: the database is closed then. */
  readonly isClosed: () => boolean
}
