// Makes items of what jobs have made, and lets a transcript's item follow its edits.
import type { LibraryItem } from '#shared/schemas/library'
import type { JobMaking } from '#shared/schemas/making'
import type { Connection } from '../database/connection'
import type { CollectionPorts } from './collection-ports'
import { insertItem, makeFindable } from './item-rows'
import { toItemTitle } from './made-pictures'
import { letGo } from './media-let-go'

export interface MadeByJob extends Pick<LibraryItem, 'seconds' | 'width' | 'height' | 'createdAt' | 'model'> {
  readonly kind: 'video' | 'transcript'
  readonly jobId: string
  readonly title: string
  /** The prompt, or the whole transcript: it is found by this and its title. */
  readonly text: string
  /** SHA-256 of the file, which is kept already. */
  readonly media: string
  readonly mimeType: string
  readonly making: JobMaking
}

export interface EditedTranscript {
  readonly jobId: string
  /** SHA-256 of the edited file, which is kept already. */
  readonly media: string
  readonly text: string
  readonly making: JobMaking
}

type ListPorts = Pick<CollectionPorts, 'connection' | 'newId'>

/** Within a transaction. The file has just been written: what was missing of it is back for other items, too. */
export function listJobMade({ connection, newId }: ListPorts, made: MadeByJob): void {
  const sql = "UPDATE items SET file = 'here' WHERE media = ? AND file IN ('missing', 'changed')"
  connection.run(sql, [made.media])
  insertItem(connection, {
    id: newId(),
    kind: made.kind,
    title: toItemTitle(made.title, made.kind === 'video' ? 'Video' : 'Transcript'),
    text: toSearched(made),
    model: made.model,
    created_at: made.createdAt,
    deleted_at: null,
    file: 'here',
    media: made.media,
    mime_type: made.mimeType,
    conversation_id: null,
    turn_id: null,
    job_id: made.jobId,
    width: made.width,
    height: made.height,
    seconds: made.seconds,
    making: JSON.stringify(made.making),
  })
}

/** Within a transaction. The file before it goes once nothing needs it; one that is no item any more becomes none. */
export function replaceTranscript(connection: Connection, edited: EditedTranscript): void {
  const { jobId, media, text, making } = edited
  const item = connection.get<{ id: string; title: string; media: string | null }>(
    "SELECT id, title, media FROM items WHERE job_id = ? AND kind = 'transcript'",
    [jobId],
  )
  const replaced = item ? item.media : media
  if (replaced !== null && (!item || replaced !== media)) letGo(connection, [replaced])
  if (!item) return
  connection.run(
    "UPDATE items SET media = ?, file = 'here', bytes = NULL, making = ?, beside = 0 WHERE id = ?",
    [media, JSON.stringify(making), item.id],
  )
  makeFindable(connection, { id: item.id, kind: 'transcript', text: toSearched({ title: item.title, text }) })
}

/** The name of the sound does not stand in its transcript. */
function toSearched({ title, text }: Pick<MadeByJob, 'title' | 'text'>): string {
  return text === title ? text : `${title}\n${text}`
}
