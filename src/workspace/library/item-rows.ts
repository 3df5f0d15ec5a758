// Items as rows: images, videos, transcripts, embedding sets.
import { setImmediate as giveWay } from 'node:timers/promises'
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import type { LibraryItem } from '#shared/schemas/library'
import { stagedMarker } from '../conversations/tree/tree-rows'
import { findMarks } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import type { Media } from '../media/media'
import { parseStored } from '../parse-json'

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
  readonly seconds: number | null
  readonly job_id: string | null
}

type Later = 'bytes' | 'width' | 'height' | 'seconds' | 'job_id'

/** Without a job it is of a turn; what a file holds may be told later. */
interface NewItem extends Omit<ItemRow, 'seq' | Later>, Partial<Pick<ItemRow, Exclude<Later, 'bytes'>>> {
  /** What it is found by: the whole prompt. */
  readonly text: string
  /** JSON; null if the turns tell it. */
  readonly making: string | null
}

/** Within a transaction. False if what this turn or this job has made is an item already. */
export function insertItem(connection: Connection, item: NewItem): boolean {
  const inserted = connection.run(
    `INSERT INTO items (id, kind, title, model, created_at, deleted_at, file, media, mime_type, conversation_id,
      turn_id, making, job_id, width, height, seconds)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
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
      item.job_id ?? null,
      item.width ?? null,
      item.height ?? null,
      item.seconds ?? null,
    ],
  )
  if (inserted > 0) makeFindable(connection, item)
  return inserted > 0
}

/** The texts among which one of the same prompt is looked for: variations come one after another. */
const maxVariations = 8

type Findable = Pick<NewItem, 'id' | 'kind' | 'text'>

const ownTexts: readonly string[] = ['transcript', 'embeddings']

/** Within a transaction: in the place of what it was found by. What is edited or renamed has a text of its own. */
export function makeFindable(connection: Connection, { id, kind, text }: Findable): void {
  tryIndex(connection, () => {
    const searched = toSearchedText(text)
    const known = ownTexts.includes(kind) ? undefined : findSameText(connection, searched)
    connection.run('DELETE FROM item_texts WHERE rowid = (SELECT seq FROM items WHERE id = ?)', [id])
    connection.run('UPDATE items SET text_of = coalesce(?, seq) WHERE id = ?', [known ?? null, id])
    if (known !== undefined) return
    const sql = 'INSERT INTO item_texts (rowid, text) SELECT seq, ? FROM items WHERE id = ?'
    connection.run(sql, [searched, id])
  })
}

function findSameText(connection: Connection, searched: string): number | undefined {
  const known = connection.get<{ seq: number }>(
    `SELECT rowid AS seq FROM (SELECT rowid, text FROM item_texts ORDER BY rowid DESC LIMIT ?) WHERE text = ?
      AND NOT EXISTS (SELECT 1 FROM items WHERE seq = rowid AND kind IN ('transcript', 'embeddings'))`,
    [maxVariations, searched],
  )
  return known?.seq
}

/** An index that is damaged must cost nobody a picture: what it does not take is not found. */
function tryIndex(connection: Connection, work: () => void): void {
  connection.exec('SAVEPOINT item_findable')
  try {
    work()
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

/** One that was adopted from elsewhere has no job here. */
const knownJob = '(SELECT jobs.id FROM jobs WHERE jobs.id = items.job_id) AS job_id'

const conversationItems = `SELECT 0 AS seq, conversations.id, 'conversation' AS kind, title, model,
    updated_at AS created_at, deleted_at, 'none' AS file, NULL AS media, NULL AS mime_type, NULL AS bytes,
    NULL AS width, NULL AS height, conversations.id AS conversation_id, NULL AS turn_id, NULL AS seconds,
    NULL AS job_id, ${tagsOf('conversations')}
  FROM json_each(?) AS asked CROSS JOIN conversations ON conversations.id = asked.value
    AND conversations.deleted_at IS NOT ${stagedMarker}`

const madeItems = `SELECT items.seq, items.id, items.kind, title, model, created_at, deleted_at, file, media, mime_type,
    bytes, width, height, conversation_id, turn_id, seconds, ${knownJob}, ${tagsOf('items')}
  FROM json_each(?) AS asked CROSS JOIN items ON items.id = asked.value AND items.deleted_at IS NOT ${stagedMarker}`

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
    tags: parseStored(Tags, row.tags) ?? [],
    file: row.file,
    media: row.media,
    mimeType: row.mime_type,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    conversationId: row.conversation_id,
    turnId: row.turn_id,
    seconds: row.seconds,
    jobId: row.job_id,
  }
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
