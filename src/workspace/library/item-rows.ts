// Items of the Library as database rows: images of turns, results of jobs, embedding sets.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import type { Turn } from '#shared/schemas/chat'
import type { AnyMetadata, JobMetadata } from '#shared/schemas/generation-metadata'
import { FileState, ItemKind, type LibraryItem } from '#shared/schemas/library'
import { stagedMarker } from '../conversations/tree/tree-rows'
import { findContinued } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import { findValue, indexText, insertRow, repairRow, selectFields, toIndexedText } from '../database/rows'
import type { Media } from '../media/media'
import { parseStored } from '../parse-json'
import { listGeneratedImages, readPrompt } from './generation-metadata'
import type { StoredFile } from './stored-files'
import type { PlanInput, TrashPlan } from './trash-plan'

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

type RequiredField = 'id' | 'kind' | 'title' | 'model' | 'createdAt' | 'file'

/** Without a job it belongs to a turn; facts about its file may be added later. */
interface NewItem
  extends Pick<LibraryItem, RequiredField>,
    Partial<Pick<LibraryItem, Exclude<(typeof fields)[number], RequiredField> | 'jobId'>> {
  /** Searchable text: the whole prompt. */
  readonly text: string
  /** Generation metadata as JSON; absent if it can be read from the turns. */
  readonly generation?: string
}

const insertedColumns = {
  table: 'items',
  fields: [...fields, 'generation', 'jobId'],
  conflict: 'ON CONFLICT DO NOTHING',
} as const

/** Returns false if the item of this turn or job exists already. Call within a transaction. */
export function insertItem(connection: Connection, item: NewItem): boolean {
  const isNew = insertRow(connection, insertedColumns, item) > 0
  if (isNew) setSearchText(connection, item)
  return isNew
}

/** Recent texts that are checked for the same prompt: variations follow each other. */
const maxVariations = 8

type SearchTextInput = Pick<NewItem, 'id' | 'kind' | 'text'>

const kindsWithOwnText: readonly string[] = ['transcript', 'embeddings']

/** Replaces the item's searchable text. Texts that can be edited or renamed are not shared. Call within a transaction. */
function setSearchText(connection: Connection, { id, kind, text }: SearchTextInput): void {
  indexText(connection, () => {
    const searchText = toIndexedText(text)
    const known = kindsWithOwnText.includes(kind) ? undefined : findSameText(connection, searchText)
    connection.run('DELETE FROM item_texts WHERE rowid = (SELECT seq FROM items WHERE id = ?)', [id])
    connection.run('UPDATE items SET text_seq = coalesce(?, seq) WHERE id = ?', [known ?? null, id])
    if (known !== undefined) return
    const sql = 'INSERT INTO item_texts (rowid, text) SELECT seq, ? FROM items WHERE id = ?'
    connection.run(sql, [searchText, id])
  })
}

function findSameText(connection: Connection, searchText: string): number | undefined {
  return findValue<number>(
    connection,
    `SELECT rowid FROM (SELECT rowid, text FROM item_texts ORDER BY rowid DESC LIMIT ?) WHERE text = ?
      AND NOT EXISTS (SELECT 1 FROM items WHERE seq = rowid AND kind IN ('transcript', 'embeddings'))`,
    [maxVariations, searchText],
  )
}

type IndexPorts = Pick<LibraryPorts, 'connection' | 'newId'>

/** Returns the number of new items; skips images from the start of a continued answer. Call within a transaction. */
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

const markReturnedSql = "UPDATE items SET file = 'here' WHERE media = ? AND file IN ('missing', 'changed')"

/** Like `indexImages`, after the files were written: earlier items with a missing file have it again. */
export function indexWrittenImages(ports: IndexPorts, turn: Turn): number {
  for (const { media } of listGeneratedImages(turn)) ports.connection.run(markReturnedSql, [media])
  return indexImages(ports, turn)
}

export interface JobResult extends Pick<LibraryItem, 'seconds' | 'width' | 'height' | 'createdAt' | 'model'> {
  readonly kind: 'video' | 'transcript'
  readonly jobId: string
  readonly title: string
  /** The prompt, or the whole transcript; searchable together with the title. */
  readonly text: string
  /** SHA-256 of the file, which is stored already. */
  readonly media: string
  readonly mimeType: string
  readonly metadata: JobMetadata
}

export interface EditedTranscript {
  readonly jobId: string
  /** SHA-256 of the edited file, which is stored already. */
  readonly media: string
  readonly text: string
  readonly metadata: JobMetadata
}

/** The file was just written, so other items with a missing file have it again. Call within a transaction. */
export function indexJobResult({ connection, newId }: IndexPorts, result: JobResult): void {
  connection.run(markReturnedSql, [result.media])
  insertItem(connection, {
    ...result,
    id: newId(),
    title: toItemTitle(result.title, result.kind === 'video' ? 'Video' : 'Transcript'),
    text: toSearchText(result),
    file: 'here',
    generation: JSON.stringify(result.metadata),
  })
}

/** Releases the previous file, or the new one if the item no longer exists. Call within a transaction. */
export function reindexTranscript(connection: Connection, edited: EditedTranscript): void {
  const { jobId, media, text, metadata } = edited
  const item = connection.get<{ id: string; title: string; media: string | null }>(
    "SELECT id, title, media FROM items WHERE job_id = ? AND kind = 'transcript'",
    [jobId],
  )
  const replaced = item ? item.media : media
  if (replaced !== null && (!item || replaced !== media)) releaseMedia(connection, [replaced])
  if (!item) return
  connection.run(
    "UPDATE items SET media = ?, file = 'here', bytes = NULL, generation = ?, has_sidecar = 0 WHERE id = ?",
    [media, JSON.stringify(metadata), item.id],
  )
  setSearchText(connection, {
    id: item.id,
    kind: 'transcript',
    text: toSearchText({ title: item.title, text }),
  })
}

/** A transcript does not contain the name of its audio file. */
function toSearchText({ title, text }: Pick<JobResult, 'title' | 'text'>): string {
  return text === title ? text : `${title}\n${text}`
}

export interface SetItem {
  /** The set's id. */
  readonly id: string
  readonly title: string
  /** Searchable text: its name, and the start of its texts. */
  readonly text: string
  readonly model: string
  readonly createdAt: number
  /** Size of its vectors. */
  readonly bytes: number
}

/** Inserts or updates the item. Call within a transaction. */
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
  if (!isNew) setSearchText(connection, { id: item.id, kind: 'embeddings', text: item.text })
}

/** Moves the item into the trash or, with null, out of it. Call within a transaction. */
export function markSetItem(connection: Connection, id: string, deletedAt: number | null): void {
  const sql =
    "UPDATE items SET deleted_at = ? WHERE id = ? AND kind = 'embeddings' AND (deleted_at IS NULL) = ?"
  connection.run(sql, [deletedAt, id, deletedAt === null ? 0 : 1])
}

export interface ItemText {
  readonly title: string
  readonly text: string
}

/** `content` is the text of a transcript's file. */
export function toItemText(metadata: AnyMetadata, content: string): ItemText {
  if (!('kind' in metadata)) return { title: toItemTitle(metadata.prompt), text: metadata.prompt }
  if (metadata.kind === 'video') {
    const { prompt } = metadata.form
    return { title: toItemTitle(prompt, 'Video'), text: prompt }
  }
  const { name } = metadata.source
  return { title: toItemTitle(name, 'Transcript'), text: `${name}\n${content}` }
}

const maxTitleLength = 200

/** Returns one line, cut between two words if possible. */
function toItemTitle(prompt: string, untitled = 'Image'): string {
  const text = prompt
    .slice(0, maxTitleLength * 8)
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...text]
  if (characters.length <= maxTitleLength) return text === '' ? untitled : text
  const cut = characters.slice(0, maxTitleLength - 1).join('')
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > maxTitleLength / 2 ? end : undefined).trimEnd()}…`
}

/** Guards against damaged rows. */
function isHash(media: string): boolean {
  return /^[0-9a-f]{64}$/.test(media)
}

/** Call within the transaction of the change. */
export function releaseMedia(connection: Connection, hashes: readonly string[]): void {
  for (const hash of hashes.filter(isHash))
    connection.run('INSERT OR IGNORE INTO unneeded_media VALUES (?)', [hash])
}

type ItemRow = Omit<LibraryItem, 'tags' | 'boards' | 'starred' | 'isDemo' | 'isSession'> & {
  readonly tags: string
  readonly boards: string
  readonly starred: number
  readonly isDemo: number | null
  readonly isSession: number
}

const marksOf = (table: string) =>
  `(SELECT json_group_array(tag) FROM item_tags WHERE item_id = ${table}.id) AS tags,
    (SELECT json_group_array(collection_id) FROM collection_items WHERE item_id = ${table}.id) AS boards,
    EXISTS (SELECT 1 FROM item_stars WHERE item_id = ${table}.id) AS starred`

/** The kind of provider in a JSON text; NULL if the text is damaged. */
const upstreamIn = (json: string, path: string) =>
  `CASE WHEN json_valid(${json}) THEN json_extract(${json}, '${path}') END`

const conversationItems = `SELECT conversations.id, 'conversation' AS kind, title, model, updated_at AS createdAt,
    deleted_at AS deletedAt, 'none' AS file, NULL AS media, NULL AS mimeType, NULL AS bytes, NULL AS width,
    NULL AS height, conversations.id AS conversationId, NULL AS turnId, NULL AS seconds, NULL AS jobId,
    ${marksOf('conversations')}, 0 AS isDemo, conversations.kind = 'images' AS isSession
  FROM json_each(?) AS requested CROSS JOIN conversations ON conversations.id = requested.value
    AND conversations.deleted_at IS NOT ${stagedMarker}`

/** An adopted item may have the id of a job that is not in this database. */
const generatedItems = `SELECT ${selectFields('items', fields)}, items.bytes,
    (SELECT jobs.id FROM jobs WHERE jobs.id = items.job_id) AS jobId, ${marksOf('items')},
    coalesce(${upstreamIn('items.generation', '$.upstream')}, (SELECT upstream FROM turns WHERE turns.id = items.turn_id),
      (SELECT ${upstreamIn('sets.upstream', '$.kind')} FROM embedding_sets AS sets WHERE sets.id = items.id)
    ) = 'demo' AS isDemo, 0 AS isSession
  FROM json_each(?) AS requested CROSS JOIN items ON items.id = requested.value AND items.deleted_at IS NOT ${stagedMarker}`

const Texts = z.array(z.string())

const columnTypes = {
  id: 'text',
  title: 'text',
  model: 'text?',
  createdAt: 'number',
  deletedAt: 'number?',
  media: 'text?',
  mimeType: 'text?',
  bytes: 'number?',
  width: 'number?',
  height: 'number?',
  seconds: 'number?',
  conversationId: 'text?',
  turnId: 'text?',
  jobId: 'text?',
} as const

function toItem(stored: ItemRow): LibraryItem {
  const row = repairRow(stored, columnTypes)
  return {
    ...row,
    kind: ItemKind.catch('image').parse(row.kind),
    file: FileState.catch('missing').parse(row.file),
    tags: parseStored(Texts, row.tags) ?? [],
    boards: parseStored(Texts, row.boards) ?? [],
    starred: row.starred === 1,
    isDemo: row.isDemo === 1,
    isSession: row.isSession === 1,
  }
}

/** Returns items and conversations in the given order, without missing ones. */
export function readItems(connection: Connection, ids: readonly string[]): LibraryItem[] {
  const idsJson = JSON.stringify(ids)
  const generated = connection.all<ItemRow>(generatedItems, [idsJson])
  const isComplete = generated.length === ids.length
  const conversations = isComplete ? [] : connection.all<ItemRow>(conversationItems, [idsJson])
  const byId = new Map([...generated, ...conversations].map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [toItem(row)] : []
  })
}

/** Rows per read. */
const sliceLength = 500

/** Like `readItems`, in slices. */
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
  /** The next files of items by hash, including those in the trash; none at the end. */
  readonly storedFiles: (input: { readonly after: string }) => Promise<readonly StoredFile[]>
  readonly trashPlan: (input: PlanInput) => Promise<TrashPlan>
  readonly media: Media
  readonly now: () => number
  readonly newId: () => string
  /** Called when something that the Library shows has changed. */
  readonly notify: () => void
  /** Long work stops once this returns true, because the database is closed then. */
  readonly isClosed: () => boolean
}
