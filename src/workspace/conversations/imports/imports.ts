// Imports chats of other applications: shows what their files contain, then inserts the selected chats.
import { createHash } from 'node:crypto'
import { ApiError } from '#shared/schemas/api-error'
import type { ImportableChat, ImportProgress, ImportReading } from '#shared/schemas/chat-import'
import { streamProgress } from '../../concurrency/feed'
import type { Connection } from '../../database/connection'
import type { Transfers } from '../../user-data/transfers'
import { stagedMarker } from '../tree/tree-rows'
import type { ImportInput, ImportPorts } from './import-chats'
import type { ChatSummary, ImportReader } from './import-reader'

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

interface Ports extends ImportPorts {
  readonly transfers: Pick<Transfers, 'run'>
  readonly openReader: OpenImportReader
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

export type Imports = ReturnType<typeof createImports>

export function createImports(ports: Ports) {
  let opened: Opened | undefined
  let canceling = new AbortController()
  let running: Promise<void> | undefined
  /** Frees the memory of the opened files. */
  const close = async (): Promise<void> => {
    canceling.abort()
    const { reader } = opened ?? {}
    opened = undefined
    await running
    await reader?.end()
  }
  return {
    /** Replaces the files that were opened before. The first event has `own`: the files that this application has exported. */
    async *open(
      paths: readonly string[],
      signal?: AbortSignal,
    ): AsyncGenerator<ImportReading & { readonly own?: readonly string[] }> {
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
    /** Each chat is imported as a whole, or not at all. Ends after the current one if `cancel` is called. */
    async *start(input: ImportInput, signal?: AbortSignal): AsyncGenerator<ImportProgress> {
      const own = opened
      if (!own) throw new ApiError('NOT_FOUND', 'Choose the files again, then import them.')
      canceling = new AbortController()
      const { signal: canceled } = canceling
      yield* streamProgress<ImportProgress>(
        async ({ signal: left, report }) => {
          const isCanceled = () => canceled.aborted || left.aborted
          const readState = (id: string) => readStates(ports.connection, [id]).get(id)
          const importing = ports.transfers.run('imports', async () => {
            // Loaded with the first import: the application's start needs none of it.
            const { importChats } = await import('./import-chats')
            await importChats(own, input, { ...ports, report, isCanceled, readState })
          })
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
