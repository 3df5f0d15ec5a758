// Items of the Library as rows: images of turns, results of jobs, embedding sets.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import type { Turn } from '#shared/schemas/chat'
import type { AnyMetadata, JobMetadata } from '#shared/schemas/generation-metadata'
import type { LibraryItem } from '#shared/schemas/library'
import { stagedMarker } from '../conversations/tree/tree-rows'
import { findContinued } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import { findValue, indexText, insertRow, selectFields, toIndexedText } from '../database/rows'
import type { Media } from '../media/media'
import { parseStored } from '../parse-json'
import { listGeneratedImages, readPrompt } from './generation-metadata'

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

/** Without a job it belongs to a turn; what a file holds may be read later. */
interface NewItem
  extends Pick<LibraryItem, Needed>,
    Partial<Pick<LibraryItem, Exclude<(typeof fields)[number], Needed> | 'jobId'>> {
  /** What it is found by: the whole prompt. */
  readonly text: string
  /** Generation metadata as JSON; absent if it can be read from the turns. */
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
function makeFindable(connection: Connection, { id, kind, text }: Findable): void {
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

type IndexPorts = Pick<LibraryPorts, 'connection' | 'newId'>

/** Within a transaction. How many were not items yet; what a continued answer began with is its old one's. */
export function indexImages(
  { connection, newId }: IndexPorts,
  turn: Turn,
  deletedAt: number | null = null,
): number {
  const pictures = listGeneratedImages(turn)
  if (pictures.length === 0) return 0
  const before = findContinued(connection, turn.id)
  const old = new Set(before ? listGeneratedImages(before).map(({ media }) => media) : [])
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
        createdAt: turn.createdAt,
        deletedAt,
        file: 'here',
        media,
        mimeType,
        conversationId: turn.conversationId,
        turnId: turn.id,
      }),
  )
  return inserted.length
}

const returned = "UPDATE items SET file = 'here' WHERE media = ? AND file IN ('missing', 'changed')"

/** As `indexImages`, of files that have just been written: what was missing of them is back for earlier items, too. */
export function indexWrittenImages(ports: IndexPorts, turn: Turn): number {
  for (const { media } of listGeneratedImages(turn)) ports.connection.run(returned, [media])
  return indexImages(ports, turn)
}

export interface JobResult extends Pick<LibraryItem, 'seconds' | 'width' | 'height' | 'createdAt' | 'model'> {
  readonly kind: 'video' | 'transcript'
  readonly jobId: string
  readonly title: string
  /** The prompt, or the whole transcript: it is found by this and its title. */
  readonly text: string
  /** SHA-256 of the file, which is saved already. */
  readonly media: string
  readonly mimeType: string
  readonly making: JobMetadata
}

export interface EditedTranscript {
  readonly jobId: string
  /** SHA-256 of the edited file, which is saved already. */
  readonly media: string
  readonly text: string
  readonly making: JobMetadata
}

/** Within a transaction. The file has just been written: what was missing of it is back for other items, too. */
export function indexJobResult({ connection, newId }: IndexPorts, made: JobResult): void {
  connection.run(returned, [made.media])
  insertItem(connection, {
    ...made,
    id: newId(),
    title: toItemTitle(made.title, made.kind === 'video' ? 'Video' : 'Transcript'),
    text: toSearched(made),
    file: 'here',
    making: JSON.stringify(made.making),
  })
}

/** Within a transaction. The file before it goes once nothing needs it; one that is no item any longer becomes none. */
export function reindexTranscript(connection: Connection, edited: EditedTranscript): void {
  const { jobId, media, text, making } = edited
  const item = connection.get<{ id: string; title: string; media: string | null }>(
    "SELECT id, title, media FROM items WHERE job_id = ? AND kind = 'transcript'",
    [jobId],
  )
  const replaced = item ? item.media : media
  if (replaced !== null && (!item || replaced !== media)) releaseMedia(connection, [replaced])
  if (!item) return
  connection.run(
    "UPDATE items SET media = ?, file = 'here', bytes = NULL, making = ?, beside = 0 WHERE id = ?",
    [media, JSON.stringify(making), item.id],
  )
  makeFindable(connection, { id: item.id, kind: 'transcript', text: toSearched({ title: item.title, text }) })
}

/** The name of the audio file is not part of its transcript. */
function toSearched({ title, text }: Pick<JobResult, 'title' | 'text'>): string {
  return text === title ? text : `${title}\n${text}`
}

export interface SetItem {
  /** The set's own. */
  readonly id: string
  readonly title: string
  /** It is found by this: its name, and how its texts begin. */
  readonly text: string
  readonly model: string
  readonly createdAt: number
  /** Of its vectors. */
  readonly bytes: number
}

/** Within a transaction. New, or as it is now. */
export function saveSetItem(connection: Connection, item: SetItem): void {
  const title = toItemTitle(item.title, 'Embeddings')
  const isNew = insertItem(connection, {
    ...item,
    kind: 'embeddings',
    title,
    file: 'none',
  })
  connection.run("UPDATE items SET title = ?, model = ?, bytes = ? WHERE id = ? AND kind = 'embeddings'", [
    title,
    item.model,
    item.bytes,
    item.id,
  ])
  if (!isNew) makeFindable(connection, { id: item.id, kind: 'embeddings', text: item.text })
}

/** Within a transaction: into the trash or, with null, out of it. */
export function markSetItem(connection: Connection, id: string, deletedAt: number | null): void {
  const sql =
    "UPDATE items SET deleted_at = ? WHERE id = ? AND kind = 'embeddings' AND (deleted_at IS NULL) = ?"
  connection.run(sql, [deletedAt, id, deletedAt === null ? 0 : 1])
}

export interface ItemText {
  readonly title: string
  readonly text: string
}

/** `content` is what a transcript's file holds. */
export function toItemText(making: AnyMetadata, content: string): ItemText {
  if (!('kind' in making)) return { title: toItemTitle(making.prompt), text: making.prompt }
  if (making.kind === 'video') {
    const { prompt } = making.form
    return { title: toItemTitle(prompt, 'Video'), text: prompt }
  }
  const { name } = making.source
  return { title: toItemTitle(name, 'Transcript'), text: `${name}\n${content}` }
}

const maxTitleLength = 200

/** On one line, cut between two words if possible. */
function toItemTitle(prompt: string, untitled = 'Image'): string {
  const words = prompt
    .slice(0, maxTitleLength * 8)
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...words]
  if (letters.length <= maxTitleLength) return words === '' ? untitled : words
  const cut = letters.slice(0, maxTitleLength - 1).join('')
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > maxTitleLength / 2 ? end : undefined).trimEnd()}…`
}

/** A row that is damaged may hold anything. */
function isHash(media: string): boolean {
  return /^[0-9a-f]{64}$/.test(media)
}

/** Within the transaction of the change. */
export function releaseMedia(connection: Connection, hashes: readonly string[]): void {
  for (const hash of hashes.filter(isHash))
    connection.run('INSERT OR IGNORE INTO media_let_go VALUES (?)', [hash])
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

/** In the given order, conversations among them; missing ones are left out. */
export function readItems(connection: Connection, ids: readonly string[]): LibraryItem[] {
  const wanted = JSON.stringify(ids)
  const generated = connection.all<ItemRow>(generatedItems, [wanted])
  const isComplete = generated.length === ids.length
  const conversations = isComplete ? [] : connection.all<ItemRow>(conversationItems, [wanted])
  const byId = new Map([...generated, ...conversations].map((row) => [row.id, row]))
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
    if (at > 0) await yieldToEventLoop()
    items.push(...readItems(connection, ids.slice(at, at + sliceLength)))
  }
  return items
}

export function findItem(connection: Connection, id: string): LibraryItem {
  const [item] = readItems(connection, [id])
  if (item) return item
  throw new ApiError('NOT_FOUND', 'Item not found in the Library.', { param: 'id' })
}

export interface LibraryPorts {
  readonly connection: Connection
  readonly media: Media
  readonly now: () => number
  readonly newId: () => string
  /** Something that the Library shows has changed. */
  readonly notify: () => void
  /** Long work ends once this returns true: the database is closed then. */
  readonly isClosed: () => boolean
}
