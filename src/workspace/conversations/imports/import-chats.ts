// Inserts the chats of other applications, with their files.
import { findModel, type ModelEntry } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import type { ImportableChat, ImportProgress, ImportTarget } from '#shared/schemas/chat-import'
import type { Part } from '#shared/schemas/content'
import type { Changes } from '../../changes'
import { type Connection, retryWhenWritable } from '../../database/connection'
import type { Media } from '../../media/media'
import { toDisplayName } from '../../media/media-type'
import { markAllDeleted, type StoredConversation } from '../conversation-rows'
import type { Folders } from '../folders'
import { dropStaged, publishStaged, stageCopy, type Tree } from '../insert-copy'
import { hasGeneratedMedia } from '../part-media'
import type { ImportReader, ReadChat } from './import-reader'
import { readMediaIndex } from './imported-chat'

export interface ImportPorts {
  readonly connection: Connection
  readonly media: Pick<Media, 'storeStream'>
  readonly changes: Changes
  readonly folders: Pick<Folders, 'list' | 'create'>
  readonly models: () => readonly ModelEntry[]
  /** Adds the images of the answers to the Library. */
  readonly indexConversations: (conversationIds: readonly string[]) => Promise<void>
  readonly now: () => number
  readonly newId: () => string
}

interface RunPorts extends ImportPorts {
  readonly report: (progress: ImportProgress) => void
  readonly isCanceled: () => boolean
  readonly readState: (id: string) => ImportableChat['state'] | undefined
}

interface OpenedChats {
  readonly reader: ImportReader
  readonly chats: ReadonlyMap<number, { readonly id: string; readonly title: string }>
}

export interface ImportInput {
  /** The chats to import, by their index in the opened files. */
  readonly indexes: readonly number[]
  readonly target: ImportTarget
  /** The model of chats whose own model is unknown here. */
  readonly model: string
}

type Result = NonNullable<ImportProgress['result']>
type StagedCopy = Pick<StoredConversation, 'id' | 'headTurnId'> & {
  readonly hasImages: boolean
  readonly title: string
}

/** Copies that one transaction shows. The list is loaded again after each. */
const maxStaged = 50

/** Each chat is imported as a whole, or not at all. Ends after the current one if it is canceled. */
export async function importChats(
  { reader, chats }: OpenedChats,
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
      const state = ports.readState(id)
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
