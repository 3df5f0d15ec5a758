// Imports chats of other applications: shows what their files contain, then inserts the selected chats.
import { createHash } from 'node:crypto'
import { findModel, type ModelEntry } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import type { ImportableChat, ImportProgress, ImportReading, ImportTarget } from '#shared/schemas/chat-import'
import type { Part } from '#shared/schemas/content'
import type { Changes } from '../../changes'
import { streamProgress } from '../../concurrency/mailbox'
import { type Connection, retryWhenWritable } from '../../database/connection'
import type { Media } from '../../media/media'
import { toDisplayName } from '../../media/media-type'
import type { Transfers } from '../../user-data/transfers'
import { markAllDeleted, type StoredConversation } from '../conversation-rows'
import type { Folders } from '../folders'
import { dropStaged, publishStaged, stageCopy, type Tree } from '../insert-copy'
import { hasGeneratedMedia } from '../part-media'
import { stagedMarker } from '../tree/tree-rows'
import type { ChatSummary, ImportReader, ReadChat } from './import-reader'
import { readMediaIndex } from './imported-chat'

export interface OpenedImportReader extends ImportReader {
  /** Ends its thread. */
  end(): Promise<void>
}

export type OpenImportReader = () => OpenedImportReader

/** Without another thread, such as in tests. Loaded only then: the application's start needs none of it. */
export function openImportReaderHere(): OpenedImportReader {
  const loaded = import('./import-reader').then(({ createImportReader }) => createImportReader())
  const close = async () => (await loaded).close(undefined)
  return {
    open: async (input) => (await loaded).open(input),
    summarize: async (input) => (await loaded).summarize(input),
    read: async (input) => (await loaded).read(input),
    readMedia: async (input) => (await loaded).readMedia(input),
    close,
    end: close,
  }
}

interface ImportPorts {
  readonly connection: Connection
  readonly media: Pick<Media, 'storeStream'>
  readonly changes: Changes
  readonly folders: Pick<Folders, 'list' | 'create'>
  readonly transfers: Pick<Transfers, 'run'>
  readonly openReader: OpenImportReader
  readonly models: () => readonly ModelEntry[]
  /** Adds the images of the answers to the Library. */
  readonly indexConversations: (conversationIds: readonly string[]) => Promise<void>
  readonly now: () => number
  readonly newId: () => string
}

interface ImportInput {
  /** The chats to import, by their index in the opened files. */
  readonly indexes: readonly number[]
  readonly target: ImportTarget
  /** The model of chats whose own model is unknown here. */
  readonly model: string
}

export interface Imports {
  /** Replaces the files that were opened before. The first event has `own`: the files that this application has exported. */
  open(
    paths: readonly string[],
    signal?: AbortSignal,
  ): AsyncGenerator<ImportReading & { readonly own?: readonly string[] }>
  /** Each chat is imported as a whole, or not at all. Ends after the current one if `cancel` is called. */
  start(input: ImportInput, signal?: AbortSignal): AsyncGenerator<ImportProgress>
  cancel(): void
  /** Frees the memory of the opened files. */
  close(): Promise<void>
}

interface ListedChat {
  readonly id: string
  readonly title: string
}

interface Opened {
  readonly reader: OpenedImportReader
  readonly chats: Map<number, ListedChat>
  /** The ids of all chats that can be read. */
  readonly ids: Set<string>
}

export function createImports(ports: ImportPorts): Imports {
  let opened: Opened | undefined
  let canceling = new AbortController()
  let running: Promise<void> | undefined
  const close = async () => {
    canceling.abort()
    const { reader } = opened ?? {}
    opened = undefined
    await running
    await reader?.end()
  }
  return {
    async *open(paths, signal) {
      await close()
      const own: Opened = { reader: ports.openReader(), chats: new Map(), ids: new Set() }
      opened = own
      const files = await own.reader.open({ paths })
      const { source, total, names, rejected } = files
      yield { share: 0, own: files.own, files: { source, names: [...names], rejected: [...rejected] } }
      let from: number | null = total > 0 ? 0 : null
      while (from !== null && opened === own && !signal?.aborted) {
        const { chats, next } = await own.reader.summarize({ from })
        from = next
        yield { share: next === null ? 1 : next / total, chats: listNew(ports.connection, own, chats) }
      }
    },
    async *start(input, signal) {
      const own = opened
      if (!own) throw new ApiError('NOT_FOUND', 'Choose the files again, then import them.')
      canceling = new AbortController()
      const { signal: canceled } = canceling
      yield* streamProgress<ImportProgress>(
        async ({ signal: left, report }) => {
          const isCanceled = () => canceled.aborted || left.aborted
          const importing = ports.transfers.run('imports', () =>
            importChats(own, input, { ...ports, report, isCanceled }),
          )
          running = importing.catch(() => undefined)
          await importing
        },
        [signal],
      )
    },
    cancel: () => canceling.abort(),
    close,
  }
}

/** The same each time for a chat of another application, so that it is imported once. */
function toConversationId({ source, sourceId }: Pick<ChatSummary, 'source' | 'sourceId'>): string {
  const hash = createHash('sha256').update(`${source}\0${sourceId}`).digest('hex')
  // As long as other IDs.
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(12, 16),
    hash.slice(16, 20),
    hash.slice(20, 32),
  ].join('-')
}

/** Without those that the files contain twice. */
function listNew(connection: Connection, opened: Opened, chats: readonly ChatSummary[]): ImportableChat[] {
  const states = readStates(connection, chats.map(toConversationId))
  return chats.flatMap((chat): ImportableChat[] => {
    const { index, title, messages, updatedAt, losses, problem } = chat
    const id = toConversationId(chat)
    if (problem === undefined) {
      if (opened.ids.has(id)) return []
      opened.ids.add(id)
    }
    opened.chats.set(index, { id, title })
    const state = problem === undefined ? (states.get(id) ?? 'new') : 'unreadable'
    const described = { index, title, messages, updatedAt, state, losses: [...losses] }
    return [problem === undefined ? described : { ...described, problem }]
  })
}

type State = ImportableChat['state']

function readStates(connection: Connection, ids: readonly string[]): ReadonlyMap<string, State> {
  const rows = connection.all<{ id: string; deletedAt: number | null }>(
    `SELECT id, deleted_at AS deletedAt FROM conversations
      WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NOT ${stagedMarker}`,
    [JSON.stringify(ids)],
  )
  return new Map(rows.map(({ id, deletedAt }) => [id, deletedAt === null ? 'imported' : 'trash']))
}

interface RunPorts extends ImportPorts {
  readonly report: (progress: ImportProgress) => void
  readonly isCanceled: () => boolean
}

type Result = NonNullable<ImportProgress['result']>
type StagedCopy = Pick<StoredConversation, 'id' | 'headTurnId'> & {
  readonly hasImages: boolean
  readonly title: string
}

/** Copies that one transaction shows. The list is loaded again after each. */
const maxStaged = 50

async function importChats(
  { reader, chats }: Opened,
  { indexes, target, model }: ImportInput,
  ports: RunPorts,
): Promise<void> {
  const { connection, changes, report } = ports
  const requested = new Set(indexes)
  const total = requested.size
  const result: Result = { conversationIds: [], createdFolderId: null, failures: [], lostFiles: 0 }
  const findFolder = createFolderFinder(target, ports.folders, result)
  const staged: StagedCopy[] = []
  const withImages: string[] = []
  let done = 0
  const fail = (title: string, error: unknown) =>
    result.failures.push({ title, problem: error instanceof Error ? error.message : String(error) })
  const publish = async (transact: Connection['transact']) => {
    const copies = staged.splice(0)
    if (copies.length === 0) return
    try {
      await retryWhenWritable(connection, async () => publishStaged(connection, copies, transact))
      for (const { id, hasImages } of copies) {
        result.conversationIds.push(id)
        if (hasImages) withImages.push(id)
      }
    } catch (error) {
      for (const { id, title } of copies) {
        await dropStaged(connection, id)
        fail(title, error)
      }
    }
    changes.emit('conversations')
  }
  for (const index of requested) {
    if (ports.isCanceled()) break
    const chat = chats.get(index)
    try {
      if (!chat) throw new ApiError('NOT_FOUND', 'This chat isn’t in the opened files.')
      const { id } = chat
      const state = readStates(connection, [id]).get(id)
      if (state === 'trash') {
        await retryWhenWritable(connection, async () => markAllDeleted(connection, [id], null))
        result.conversationIds.push(id)
      } else if (state === undefined) {
        const read = await reader.read({ index })
        const folderId = await retryWhenWritable(connection, async () => findFolder())
        const { tree, lostFiles } = await toTree(read, { reader, folderId, model, ports })
        result.lostFiles += lostFiles
        if (staged.length >= maxStaged) await publish(connection.transact)
        const copy = await retryWhenWritable(connection, () => stageCopy(ports, tree, id))
        const hasImages = tree.turns.some(
          ({ role, parts }) => role === 'model' && parts.some(hasGeneratedMedia),
        )
        staged.push({ id, headTurnId: copy.headTurnId, hasImages, title: chat.title })
      }
    } catch (error) {
      fail(chat?.title ?? '', error)
    }
    done += 1
    report({ done, total })
  }
  // The last copies: only one transaction waits for the disk.
  await publish(connection.transactDurably)
  changes.emit('conversations')
  if (withImages.length > 0) await ports.indexConversations(withImages)
  report({ done, total, result })
}

/** Finds or creates the folder with the first chat, so that an import without chats leaves no empty folder. */
function createFolderFinder(target: ImportTarget, folders: ImportPorts['folders'], result: Result) {
  let folderId: string | null | undefined
  const find = (): string | null => {
    if (target === null || 'id' in target) return target?.id ?? null
    const name = target.name.toLowerCase()
    const existing = folders.list().find((folder) => folder.name.toLowerCase() === name)
    if (existing) return existing.id
    result.createdFolderId = folders.create({ name: target.name }).id
    return result.createdFolderId
  }
  return () => {
    folderId ??= find()
    return folderId
  }
}

interface TreePorts {
  readonly reader: ImportReader
  readonly folderId: string | null
  readonly model: string
  readonly ports: ImportPorts
}

/** Saves the files of the chat, and refers to them. */
async function toTree(
  chat: ReadChat,
  { reader, folderId, model, ports }: TreePorts,
): Promise<{ readonly tree: Tree; readonly lostFiles: number }> {
  const now = ports.now()
  const models = ports.models()
  const toModel = (name: string | null) => {
    const found = name === null ? undefined : findModel(name, models)
    return found?.kind === 'text' || found?.kind === 'image' ? found.id : undefined
  }
  const files = await storeFiles(chat, reader, ports.media)
  const createdAt = chat.createdAt ?? now
  const turns = chat.turns.map((turn) => ({
    ...turn,
    parts: turn.parts.flatMap((part) => withFile(part, files, turn.role)),
    model: toModel(turn.model) ?? turn.model,
    createdAt: turn.createdAt || createdAt,
  }))
  const tree: Tree = {
    conversation: {
      kind: 'chat',
      title: chat.title,
      createdAt,
      // A chat of the future would stay above all others.
      updatedAt: Math.min(chat.updatedAt ?? createdAt, now),
      headTurnId: chat.headTurnId,
      parameters: { includeThoughts: true, ...chat.parameters, model: toModel(chat.model) ?? model },
      pinnedAt: null,
      folderId,
      tags: [],
    },
    turns,
  }
  return { tree, lostFiles: files.filter((file) => file === undefined).length }
}

interface SavedFile {
  readonly hash: string
  readonly mimeType: string
  readonly fileName: string | undefined
}

/** By their index; undefined for those that no model reads, and for damaged ones. */
async function storeFiles(
  { media }: ReadChat,
  reader: ImportReader,
  { storeStream }: ImportPorts['media'],
): Promise<(SavedFile | undefined)[]> {
  const files: (SavedFile | undefined)[] = []
  for (const [index, { fileName, mimeType }] of media.entries()) {
    try {
      const bytes = await reader.readMedia({ media: index })
      const name = toDisplayName(fileName ?? '', mimeType ?? '')
      const file = await storeStream({ chunks: split(bytes), name, length: bytes.length })
      files.push({ hash: file.hash, mimeType: file.mimeType, fileName })
    } catch (error) {
      const isFault = error instanceof ApiError && !fileFaults.has(error.code)
      if (isFault || !(error instanceof ApiError)) throw error
      files.push(undefined)
    }
  }
  return files
}

const fileFaults: ReadonlySet<string> = new Set([
  'INVALID_ARGUMENT',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
  'NOT_FOUND',
])

const chunkLength = 1024 * 1024

/** In pieces that are hashed without blocking. */
async function* split(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkLength) yield bytes.subarray(at, at + chunkLength)
}

function withFile(part: Part, files: readonly (SavedFile | undefined)[], role: 'user' | 'model'): Part[] {
  const index = readMediaIndex(part)
  if (index === undefined) return [part]
  const file = files[index]
  if (!file) return []
  const { hash, mimeType } = file
  const fileName = role === 'user' && file.fileName ? toDisplayName(file.fileName, mimeType) : undefined
  return [{ ...part, inlineData: { mimeType, media: hash, ...(fileName && { fileName }) } }]
}
