// Opens the user's data and the work in progress from one folder. Reaches models only through the given `send`.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type ModelEntry, withCustomModels } from '#shared/models/catalog'
import type { DrawingStep } from '#shared/schemas/chat'
import type { Send } from '#shared/wire/http'
import { removeWorkFolders } from './archive/copy-database'
import { createFolder } from './atomic-write'
import { createLoudness } from './audio/loudness'
import { createRecordings } from './audio/recordings'
import { type Changes, createChanges } from './changes'
import { type Chat, createChat } from './chat/chat'
import { restoreRescuedTurns } from './chat/rescued-turns'
import { machineTimer, type Timer } from './concurrency/timing'
import { type Conversations, createConversations } from './conversations/conversations'
import { createExports, type Exports } from './conversations/exports/exports'
import { createFolders, type Folders } from './conversations/folders'
import {
  createImports,
  type Imports,
  type OpenImportReader,
  openImportReaderHere,
} from './conversations/imports/imports'
import { createLongTextIndexer } from './conversations/long-texts'
import { interruptRunningTurns } from './conversations/tree/turn-rows'
import { type Connection, retryWhenWritable } from './database/connection'
import { closeDatabase, databaseIn, type OpenOptions, openWhenWritable } from './database/database'
import { createRescuedRecords } from './database/rescued-records'
import { type EmbeddingsPorts, openEmbeddings } from './embeddings/embeddings'
import { restoreRescuedVectors } from './embeddings/vector-store'
import { createExchanges, type Exchanges, type OpenLog } from './exchange-log/exchanges'
import { logDatabaseIn } from './exchange-log/log-database'
import { drawStep, listSteps, type Step } from './images/drawings'
import { identifyProvider } from './jobs/current-upstream'
import { createDamagedJobs } from './jobs/job-rows'
import { createRescuedFiles, createSaves, type RescuedFiles, type Saves } from './jobs/saves'
import type { JsonSchemas } from './json-schema/validate-json'
import { releaseMedia } from './library/item-rows'
import { createLibrary, type Library } from './library/library'
import { LibraryIndexer } from './library/library-indexer'
import { type Media, openMedia } from './media/media'
import { createNamedStore, type NamedStorePorts, presetKind, templateKind } from './presets/named-store'
import { type OpenReads, openReadsHere, type Reads } from './reads'
import { listRunningWork, type RunningWork } from './running-work'
import { transcriptionKind } from './transcriptions/transcription-rows'
import { openTranscriptions } from './transcriptions/transcriptions'
import { createDrafts, createForms } from './user-data/drafts'
import { createNamedKeys } from './user-data/named-keys'
import { createSettings, type SettingsStore } from './user-data/settings'
import { createTransfers, type Transfers } from './user-data/transfers'
import { openUnfinishedFiles, type UnfinishedFiles } from './user-data/unfinished-files'
import { videoKind } from './videos/video-kind'
import { openVideos } from './videos/videos'

export interface WorkspaceOptions
  extends Pick<OpenOptions, 'upgrade' | 'onLocked' | 'appVersion' | 'onDamaged'> {
  /** Created if missing. Holds `workspace.db`, `exchanges.db`, `exchange-media/`, `snapshots/`, `media/`, `downloads/`, `recordings/`, `unfinished/` and `rescue/`. */
  readonly folder: string
  /** Sends a request to the gateway's API, and adds the key. */
  readonly send: Send
  /** The models of the selected OpenAI-compatible server, as far as they are known. */
  readonly serverModels?: () => readonly ModelEntry[]
  readonly resolveServerModel?: EmbeddingsPorts['resolveServerModel']
  /** Opens the request log in another thread. By default, this thread writes and reads it. */
  readonly openLog?: OpenLog | undefined
  /** Opens the reads of the database in another thread. By default, this thread runs them. */
  readonly openReads?: OpenReads | undefined
  /** Opens the reader of other applications' files in another thread. By default, this thread runs it. */
  readonly openImportReader?: OpenImportReader | undefined
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  readonly newId?: () => string
  readonly timer?: Timer
}

type Jobs = Omit<ReturnType<typeof openJobs>, 'countOpen' | 'close'>

export interface Workspace extends Jobs, ReturnType<typeof openUserData> {
  readonly conversations: Conversations
  readonly exports: Exports
  readonly imports: Imports
  readonly folders: Folders
  readonly chat: Chat
  readonly library: Library
  readonly images: {
    draw(step: Step): ReturnType<typeof drawStep>
    steps(drawing: { readonly conversationId: string }): DrawingStep[]
  }
  /** For the page: like the functions of the same work, but without blocking this thread. */
  readonly reads: Pick<
    Reads,
    'searchConversations' | 'libraryItems' | 'libraryIds' | 'libraryShape' | 'libraryFacets'
  >
  readonly settings: SettingsStore
  readonly exchanges: Exchanges
  readonly media: Media
  /** Marks a file that is only shown: it is deleted at the next start, unless something refers to it by then. */
  deleteAfterClose(hash: string): void
  /** Files being written to folders that the user has chosen. */
  readonly unfinishedFiles: UnfinishedFiles
  /** Files that are being added, exported or imported. */
  readonly transfers: Transfers
  /** Runs an import of rows and media by another thread, then updates everything that is shown. */
  importRows<Result>(work: (mediaFolder: string, onLock: () => void) => Promise<Result>): Promise<Result>
  /** Runs work of another thread on the database, during which writes wait. */
  runLocking(work: (onLock: () => void) => Promise<void>): Promise<void>
  readonly changes: Changes
  readonly saves: Pick<Saves, 'retryNow'> & Pick<RescuedFiles, 'list'>
  readonly database: {
    /** The file, if another program has locked it. */
    lockedFile(): string | null
    /**
     * Runs work again once the lock that stopped it is released, unless part of it was already written. Every call from the
     * renderer runs through it. A call that opens a dialog wraps only what follows the dialog, so that it opens only once.
     */
    retryWhenWritable<Result>(work: () => Promise<Result>): Promise<Result>
  }
  /** Answers, images, videos … in progress. */
  countRunning(): number
  /** The work that `countRunning` counts; the answers of a chat, or of a step of an image session, are one. */
  listRunning(): RunningWork[]
  /** Nothing has been created or imported, not even what is in the trash now. */
  isEmpty(): boolean
  /**
   * Ends running work as `interrupted`, saves what was received, and releases the folder: once this resolves, nothing
   * is being written there. May be called again.
   */
  close(): Promise<void>
}

/** How long closing waits for another program's write lock, to save what was received. */
const maxCloseWaitMs = 3000

/** Rejects with an error that names the file if the database is damaged or newer than this version. */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  let opened: Connection | undefined
  try {
    return await openStores(options, (connection) => {
      opened = connection
    })
  } catch (error) {
    // The file can then be replaced, or opened again.
    opened?.close()
    throw error
  }
}

async function openStores(
  options: WorkspaceOptions,
  onOpen: (connection: Connection) => void,
): Promise<Workspace> {
  const ports = await openStorage(options, onOpen)
  const { connection, reads, settings, exchanges, media, changes, saves, unfinishedFiles, transfers } = ports
  await connection.lock.whenFree()
  const indexer = new LibraryIndexer({ ...ports, storedFiles: reads.storedFiles, trashPlan: reads.trashPlan })
  await restoreRescuedTurns({ ...ports, onRestored: indexer.indexTurn })
  // Vectors that cannot be saved now stay in the rescue folder for the next start.
  await restoreRescuedVectors(ports).catch(() => undefined)
  interruptRunningTurns(connection, indexer.indexTurn)
  const { chat, ...chats } = openChats(ports, indexer)
  const { countOpen, close: closeJobs, ...jobs } = openJobs(ports, indexer)
  const files = createRescuedFiles({ ...ports, onRestored: () => void indexer.writeSidecars() })
  void indexer.start()
  const longTexts = createLongTextIndexer(ports)
  const userData = openUserData(ports)
  const shown = new Set<string>()
  /** How many other threads of this application have locked the database. */
  let ownLocks = 0
  const runLocking = async <Result>(work: (onLock: () => void) => Promise<Result>): Promise<Result> => {
    ownLocks += 1
    const result = await work(connection.lock.report).finally(() => {
      ownLocks -= 1
    })
    // The next write would otherwise fail, because the lock is probed only from time to time.
    await connection.lock.whenFree()
    return result
  }
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    if (connection.lock.isLocked()) {
      await connection.lock.whenFree(AbortSignal.timeout(maxCloseWaitMs)).catch(() => undefined)
      // Other work that waited for the lock is written first.
      await yieldToEventLoop()
    }
    connection.lock.stopWaiting()
    saves.close()
    userData.namedKeys.close()
    await Promise.all([chat.close(), chats.imports.close(), closeJobs(), files.close()])
    await exchanges.close()
    changes.close()
    await Promise.all([indexer.close(), longTexts.close(), media.close()])
    await reads.close()
    // A file that can't be recorded now stays.
    if (!connection.lock.isLocked()) releaseMedia(connection, [...shown])
    closeDatabase(connection)
  }
  return {
    chat,
    ...chats,
    ...jobs,
    ...userData,
    deleteAfterClose: (hash) => void shown.add(hash),
    unfinishedFiles,
    transfers,
    library: createLibrary(indexer, {
      unfinishedFiles,
      ...chats,
      changes,
      chat,
      embeddings: jobs.embeddings,
      clearTranscriptions: (ids) => jobs.transcriptions.clear({ ids }),
    }),
    reads,
    settings,
    exchanges,
    media,
    importRows: (work) =>
      transfers.run('imports', async () => {
        const result = await runLocking((onLock) =>
          indexer.importRows((mediaFolder) => work(mediaFolder, onLock)),
        )
        for (const topic of importedTopics) changes.emit(topic)
        for (const queue of [jobs.videos, jobs.transcriptions]) queue.publishAll()
        return result
      }),
    runLocking,
    changes,
    saves: { retryNow: saves.retryNow, list: files.list },
    database: {
      lockedFile: () => (connection.lock.isLocked() && ownLocks === 0 ? databaseIn(options.folder) : null),
      retryWhenWritable: (work) => retryWhenWritable(connection, work),
    },
    countRunning: () => chat.countRunning() + countOpen(),
    listRunning: () => listRunningWork({ connection, chat, ...jobs }),
    isEmpty: () => isEmpty(connection),
    close() {
      closing ??= close()
      return closing
    },
  }
}

function isEmpty(connection: Connection): boolean {
  const tables = ['conversations', 'items', 'jobs', 'embedding_sets', 'shelf', 'named_keys']
  const exists = tables.map((table) => `EXISTS (SELECT 1 FROM ${table})`)
  return connection.get<{ used: number }>(`SELECT ${exists.join(' OR ')} AS used`)?.used === 0
}

const importedTopics = ['conversations', 'library', 'embeddings', 'presets', 'templates', 'status'] as const

async function openStorage(options: WorkspaceOptions, onOpen: (connection: Connection) => void) {
  const { folder, send, now = Date.now, newId = randomUUID, timer = machineTimer } = options
  await createFolder(folder)
  const changes = createChanges()
  const onLocked = (file: string | null) => {
    options.onLocked?.(file)
    changes.emit('status')
  }
  const { upgrade, appVersion, onDamaged } = options
  const file = databaseIn(folder)
  const connection = await openWhenWritable({ file, now, upgrade, onLocked, appVersion, onDamaged })
  onOpen(connection)
  const reads = options.openReads?.(folder) ?? openReadsHere(connection)
  const settings = createSettings(connection, changes)
  await removeWorkFolders(folder)
  const rescueFolder = join(folder, 'rescue')
  const media = await openMedia(join(folder, 'media'), {
    customFolder: settings.read().mediaFolder,
    onMoved: settings.saveMediaFolder,
    rescueFolder,
    now,
    onRescued: () => changes.emit('saves'),
  })
  const exchanges = createExchanges({
    file: logDatabaseIn(folder),
    changes,
    settings: () => settings.read().requestLog,
    costs: settings.read,
    openLog: options.openLog,
    mediaFolder: () => media.folder().path,
    now,
  })
  const saves = createSaves({ timer, changes })
  const records = createRescuedRecords(join(rescueFolder, 'records'))
  const unfinished = await openUnfinishedFiles(join(folder, 'unfinished'))
  const transfers = createTransfers(timer)
  const unfinishedFiles: UnfinishedFiles = {
    track: (path, write) => transfers.run('exports', () => unfinished.track(path, write)),
  }
  const stores = { connection, reads, changes, settings, media, exchanges }
  const openReader = options.openImportReader ?? openImportReaderHere
  const models = () => [...withCustomModels(settings.read().models), ...(options.serverModels?.() ?? [])]
  const running = { saves, records, unfinishedFiles, transfers }
  const { resolveServerModel } = options
  return { folder, send, now, newId, timer, openReader, models, resolveServerModel, ...running, ...stores }
}

type Storage = Awaited<ReturnType<typeof openStorage>>

/** Conversations: running, storing, exporting them, and the images generated in them. */
function openChats(ports: Storage, indexer: LibraryIndexer) {
  const { settings, models } = ports
  const chat = createChat({
    ...ports,
    indexTurn: indexer.indexTurn,
    canWriteTitles: () => settings.read().chatTitles,
    currentProvider: () => identifyProvider(settings.read()),
    hasOwnModels: () => settings.read().upstream.kind === 'openai',
    prices: () => settings.read().prices,
  })
  const conversations = createConversations({
    ...ports,
    isRunning: chat.isRunning,
    onChanged: chat.publish,
    onDelete: chat.endConversation,
  })
  const exports = createExports({
    ...ports,
    async add(tree) {
      const added = await conversations.add(tree)
      await indexer.indexConversations([added.id])
      return added
    },
  })
  const folders = createFolders(ports)
  return {
    chat,
    conversations,
    exports,
    imports: createImports({
      ...ports,
      folders,
      models,
      indexConversations: (ids) => indexer.indexConversations(ids),
    }),
    folders,
    images: {
      draw: (step: Step) => drawStep({ ...ports, models, prompt: chat.prompt, queue: chat.queue }, step),
      steps: ({ conversationId }: { readonly conversationId: string }) =>
        listSteps(ports.connection, conversationId),
    },
  }
}

/** Drafts, form values, presets, templates, JSON Schemas, and the gateway's named keys. */
function openUserData(ports: NamedStorePorts & Pick<Storage, 'now'>) {
  return {
    drafts: createDrafts(ports.connection, ports.now),
    forms: createForms(ports.connection),
    presets: createNamedStore(ports, presetKind),
    templates: createNamedStore(ports, templateKind),
    schemas: createSchemas(),
    namedKeys: createNamedKeys(ports),
  }
}

/** The validator is large, so the first use loads it. */
function createSchemas() {
  let opened: JsonSchemas | undefined
  const open = async () => {
    const { createJsonSchemas } = await import('./json-schema/validate-json')
    opened ??= createJsonSchemas()
    return opened
  }
  return {
    check: async (input: Parameters<JsonSchemas['check']>[0]) => (await open()).check(input),
    validate: async (input: Parameters<JsonSchemas['validate']>[0]) => (await open()).validate(input),
  }
}

/** `countOpen` excludes paused transcriptions. `close` resolves once nothing is being written. */
function openJobs(storage: Storage, indexer: LibraryIndexer) {
  const { indexJobResult, reindexTranscript, saveSetItem, markSetItem } = indexer
  const ports = { ...storage, indexJobResult, reindexTranscript, saveSetItem, markSetItem }
  const videos = openVideos(ports)
  const loudness = createLoudness(ports)
  const recordings = createRecordings({ ...ports, folder: join(ports.folder, 'recordings') })
  const transcriptions = openTranscriptions({ ...ports, loudness })
  const embeddings = openEmbeddings(ports)
  return {
    videos,
    transcriptions,
    embeddings,
    damagedJobs: createDamagedJobs(ports.connection, ports.now, [videoKind, transcriptionKind]),
    loudness,
    recordings,
    countOpen: () => videos.countOpen() + transcriptions.countOpen() + embeddings.countRunning(),
    close: async () => {
      loudness.close()
      await Promise.all([videos.close(), transcriptions.close(), embeddings.close(), recordings.close()])
    },
  }
}
