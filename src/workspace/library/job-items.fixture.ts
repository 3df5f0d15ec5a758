// Test Library with a real database and a real folder, without the rest of the workspace.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { catalog } from '#shared/models/catalog'
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
import { openReadsHere } from '../reads'
import { createForms, type Forms } from '../user-data/drafts'
import { createSettings } from '../user-data/settings'
import { createTransfers } from '../user-data/transfers'
import { makeFolder, openSaves } from '../workspace.fixture'
import type { EditedTranscript } from './item-rows'
import { createLibrary, type Library } from './library'
import { LibraryIndexer } from './library-indexer'

export interface TestLibrary {
  readonly folder: string
  readonly connection: Connection
  readonly media: Media
  readonly indexer: LibraryIndexer
  readonly actions: Library
  /** Jobs removed from the list of transcriptions. */
  readonly cleared: readonly string[]
  readonly list: (query?: Partial<LibraryQuery>) => LibraryItem[]
  readonly forms: Forms
  readonly close: () => Promise<void>
}

export async function openTestLibrary(folder = makeFolder()): Promise<TestLibrary> {
  const connection = openDatabase({ file: join(folder, 'workspace.db') })
  const media = await openMedia(join(folder, 'media'))
  const reads = openReadsHere(connection)
  const base = { connection, reads, changes: createChanges(), now: () => 1_000, newId: randomUUID, media }
  const indexer = new LibraryIndexer({ ...base, ...reads })
  await indexer.start()
  const stubs = { isRunning: () => false, onChanged: () => {}, onDelete: () => {} }
  const conversations = createConversations({ ...base, ...stubs })
  const embeddings = openEmbeddings({
    ...base,
    folder: join(folder, 'maps'),
    models: () => catalog,
    settings: createSettings(connection, base.changes),
    send: () => Promise.reject(new Error('No requests in this test.')),
    timer: machineTimer,
    transfers: createTransfers(machineTimer),
    ...openSaves(folder),
    saveSetItem: indexer.saveSetItem,
    markSetItem: indexer.markSetItem,
  })
  const cleared: string[] = []
  const actions = createLibrary(indexer, {
    conversations,
    chat: { deleteEmptySteps: async () => {}, restoreSteps: async () => {} },
    embeddings,
    exports: createExports({ ...base, add: conversations.add }),
    changes: base.changes,
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
    actions.list({ query: LibraryQuery.parse(query), offset: 0, limit: 100 }).items
  const forms = createForms(connection)
  return { folder, connection, media, indexer, actions, cleared, list, forms, close }
}

/** Inserts an ended job that is in its list. */
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

const common = { version: 1, createdAt: 5, took: 1_200, upstream: 'demo', exchangeId: null } as const

export function videoMetadata(jobId: string, form: VideoMetadata['form']): VideoMetadata {
  return { ...common, kind: 'video', model: form.model, jobId, form }
}

function transcriptMetadata(jobId: string, source: TranscriptMetadata['source']): TranscriptMetadata {
  const model = 'gen-4o-transcribe'
  return { ...common, kind: 'transcript', model, jobId, settings: { model }, source, cuts: [] }
}

interface TranscriptInput {
  readonly jobId: string
  readonly text: string
  /** Name of the audio file. */
  readonly name?: string
}

/** Stores an audio file, its job and its transcript. */
export async function transcribe(library: TestLibrary, { jobId, text, name = 'Talk.mp3' }: TranscriptInput) {
  const audio = await library.media.store(Buffer.from(`ID3 the audio of ${jobId}`), 'audio/mpeg')
  const source = { media: audio.hash, mimeType: 'audio/mpeg', name, seconds: 12.5 }
  insertJob(library, { id: jobId, kind: 'transcription', input: { source } })
  const file = await library.media.store(Buffer.from(text), 'text/plain')
  const metadata = transcriptMetadata(jobId, source)
  const { model, createdAt } = metadata
  library.connection.transact(() => {
    library.connection.run("INSERT INTO transcripts VALUES (NULL, ?, ?, ?, '[]', 2, 'model', 1, 1)", [
      `${jobId}-1`,
      jobId,
      text,
    ])
    library.indexer.indexJobResult({
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
      metadata,
    })
  })
  await library.indexer.writeSidecars()
  return { file, audio, metadata }
}

export async function edit(library: TestLibrary, edited: Omit<EditedTranscript, 'media'>) {
  const file = await library.media.store(Buffer.from(edited.text), 'text/plain')
  library.connection.transact(() => library.indexer.reindexTranscript({ ...edited, media: file.hash }))
  await library.indexer.writeSidecars()
  return file
}

/** Resolves to true once the released media are swept. */
export async function isSwept({ connection }: TestLibrary): Promise<boolean> {
  return connection.get('SELECT 1 AS yes FROM media_let_go') === undefined
}
