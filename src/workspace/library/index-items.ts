// Adds items to the Library: images of turns, results of jobs, embedding sets.
import type { Turn } from '#shared/schemas/chat'
import type { AnyMetadata, JobMetadata } from '#shared/schemas/generation-metadata'
import type { LibraryItem } from '#shared/schemas/library'
import { findContinued } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import { listGeneratedImages, readPrompt } from './generation-metadata'
import { insertItem, type LibraryPorts, makeFindable } from './item-rows'
import { releaseMedia } from './released-media'

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
  /** SHA-256 of the file, which is kept already. */
  readonly media: string
  readonly mimeType: string
  readonly making: JobMetadata
}

export interface EditedTranscript {
  readonly jobId: string
  /** SHA-256 of the edited file, which is kept already. */
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

/** On one line, cut between two words where that is possible. */
function toItemTitle(prompt: string, untitled = 'Picture'): string {
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
