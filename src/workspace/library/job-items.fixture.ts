// The Library as the runs of jobs see it, over a real database and a real folder.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { TranscriptMetadata, VideoMetadata } from '#shared/schemas/generation-metadata'
import { type LibraryItem, LibraryQuery } from '#shared/schemas/library'
import { createChanges } from '../changes'
import { machineTimer } from '../concurrency/timing'
import { createConversations } from '../conversations/conversations'
import { createExports } from '../conversations/exports/exports'
import type { Connection } from '../database/connection'
import { openDatabase } from '../database/database'
import { openEmbeddings } from '../embeddings/embeddings'
import { type Media, openMedia } from '../media/media'
import { createForms, type Forms } from '../user-data/drafts'
import { createSettings } from '../user-data/settings'
import { makeFolder, openSaves } from '../workspace.fixture'
import type { EditedTranscript } from './item-rows'
import { createLibrary, type Library } from './library'
import { LibraryIndexer } from './library-indexer'

export interface TestLibrary {
  readonly folder: string
  readonly connection: Connection
  readonly media: Media
  readonly indexer: LibraryIndexer
  readonly collection: Library
  /** Jobs that were taken out of the list of transcriptions. */
  readonly cleared: readonly string[]
  readonly list: (query?: Partial<LibraryQuery>) => LibraryItem[]
  readonly forms: Forms
  readonly close: () => Promise<void>
}

export async function openTestLibrary(folder = makeFolder()): Promise<TestLibrary> {
  const connection = openDatabase({ file: join(folder, 'workspace.db') })
  const media = await openMedia(join(folder, 'media'))
  const base = { connection, changes: createChanges(), now: () => 1_000, newId: randomUUID, media }
  const indexer = new LibraryIndexer(base)
  await indexer.start()
  const quiet = { isRunning: () => false, onChanged: () => {}, onDelete: () => {} }
  const conversations = createConversations({ ...base, ...quiet })
  const embeddings = openEmbeddings({
    ...base,
    settings: createSettings(connection, base.changes),
    send: () => Promise.reject(new Error('Nobody is asked here.')),
    timer: machineTimer,
    ...openSaves(folder),
    saveSetItem: indexer.saveSetItem,
    markSetItem: indexer.markSetItem,
  })
  const cleared: string[] = []
  const collection = createLibrary(indexer, {
    conversations,
    chat: { deleteEmptySteps: async () => {}, restoreSteps: async () => {} },
    embeddings,
    exports: createExports({ ...base, add: conversations.add }),
    clearTranscriptions: (ids) => void cleared.push(...ids),
  })
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await embeddings.close()
    await Promise.all([indexer.close(), media.close()])
    connection.close()
  }
  onTestFinished(close)
  const list = (query: Partial<LibraryQuery> = {}) =>
    collection.list({ query: LibraryQuery.parse(query), offset: 0, limit: 100 }).items
  const forms = createForms(connection)
  return { folder, connection, media, indexer, collection, cleared, list, forms, close }
}

/** A row as the runs leave it: ended, and in its list. */
export function insertJob(
  { connection }: TestLibrary,
  { id, kind, input }: { id: string; kind: 'video' | 'transcription'; input: unknown },
): void {
  connection.run(
    `INSERT INTO jobs (id, kind, state, open, position, created_at, ended_at, input, progress)
      VALUES (?, ?, 'succeeded', 0, 1, 1, 2, ?, '{}')`,
    [id, kind, JSON.stringify(input)],
  )
}

const made = { version: 1, createdAt: 5, took: 1_200, upstream: 'demo', exchangeId: null } as const

export function videoMetadata(jobId: string, form: VideoMetadata['form']): VideoMetadata {
  return { ...made, kind: 'video', model: form.model, jobId, form }
}

function transcriptMaking(jobId: string, source: TranscriptMetadata['source']): TranscriptMetadata {
  const model = 'gen-4o-transcribe'
  return { ...made, kind: 'transcript', model, jobId, settings: { model }, source, cuts: [] }
}

interface Told {
  readonly jobId: string
  readonly text: string
  /** Of the sound. */
  readonly name?: string
}

/** A sound, a job that was given it, and the transcript that came of it. */
export async function transcribe(shelf: TestLibrary, { jobId, text, name = 'Talk.mp3' }: Told) {
  const sound = await shelf.media.keep(Buffer.from(`ID3 the sound of ${jobId}`), 'audio/mpeg')
  const source = { media: sound.hash, mimeType: 'audio/mpeg', name, seconds: 12.5 }
  insertJob(shelf, { id: jobId, kind: 'transcription', input: { source } })
  const file = await shelf.media.keep(Buffer.from(text), 'text/plain')
  const making = transcriptMaking(jobId, source)
  const { model, createdAt } = making
  shelf.connection.transact(() => {
    shelf.connection.run("INSERT INTO transcripts VALUES (NULL, ?, ?, ?, '[]', 2, 'model', 1, 1)", [
      `${jobId}-1`,
      jobId,
      text,
    ])
    shelf.indexer.indexJobResult({
      kind: 'transcript',
      jobId,
      title: name,
      text,
      model,
      media: file.hash,
      mimeType: 'text/plain',
      createdAt,
      seconds: 12.5,
      width: null,
      height: null,
      making,
    })
  })
  await shelf.indexer.writeSidecars()
  return { file, sound, making }
}

export async function edit(shelf: TestLibrary, edited: Omit<EditedTranscript, 'media'>) {
  const file = await shelf.media.keep(Buffer.from(edited.text), 'text/plain')
  shelf.connection.transact(() => shelf.indexer.reindexTranscript({ ...edited, media: file.hash }))
  await shelf.indexer.writeSidecars()
  return file
}

/** As long as the sweeping of what was released takes. */
export async function swept({ connection }: TestLibrary): Promise<boolean> {
  return connection.get('SELECT 1 AS yes FROM media_let_go') === undefined
}
