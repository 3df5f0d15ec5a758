// Lists, renames, pins, branches, duplicates, deletes, restores and searches conversations.
import type { Conversation, SearchHit } from '#shared/schemas/chat'
import type { Changes } from '../changes'
import type { Connection } from '../database/connection'
import type { Reads } from '../reads'
import {
  findConversation,
  type ListedConversation,
  listConversationPage,
  markAllDeleted,
  markDeleted,
  type Page,
  type StoredConversation,
  setTitleOrigin,
  updateConversation,
} from './conversation-rows'
import { findFolder } from './folders'
import { insertCopy, type Tree } from './insert-copy'
import { type SearchInput, searchConversations } from './search'
import { listBranch, readShape } from './tree/tree-rows'
import { findTurn, readCopies } from './tree/turn-rows'

interface ConversationPorts {
  readonly connection: Connection
  readonly reads: Pick<Reads, 'conversations'>
  readonly changes: Changes
  readonly now: () => number
  readonly newId: () => string
  readonly isRunning: (conversationId: string) => boolean
  /** Called after a change, to notify the conversation's watchers. */
  readonly onChanged: (conversation: Conversation) => void
  /** Called before a conversation is deleted. */
  readonly onDelete: (conversationId: string) => void
}

interface ById {
  readonly conversationId: string
}

interface Move {
  readonly conversationIds: readonly string[]
  readonly folderId: string | null
}

export type Conversations = ReturnType<typeof createConversations>

export function createConversations(ports: ConversationPorts) {
  const { connection, changes, reads } = ports
  const withRunning = (stored: ListedConversation): Conversation => ({
    ...stored,
    running: ports.isRunning(stored.id),
  })
  const change = (changed: StoredConversation): Conversation => {
    updateConversation(connection, changed)
    const conversation = withRunning(changed)
    ports.onChanged(conversation)
    changes.emit('conversations')
    return conversation
  }
  const add = async (tree: Tree): Promise<Conversation> => {
    const added = await insertCopy(ports, tree)
    changes.emit('conversations')
    return withRunning(added)
  }

  return {
    /** Adds an imported conversation. */
    add,
    /** Pinned ones first, then the newest. */
    list: (): Conversation[] => listConversationPage(connection, { offset: 0, limit: -1 }).map(withRunning),
    /** Like `list`, without blocking this thread. */
    listPage: async (page: Page): Promise<Conversation[]> =>
      (await reads.conversations(page)).map(withRunning),
    /** False also for one in the trash. */
    exists(conversationId: string): boolean {
      const sql = 'SELECT 1 FROM conversations WHERE id = ? AND deleted_at IS NULL'
      return connection.get(sql, [conversationId]) !== undefined
    },
    rename: ({ conversationId, title }: ById & { title: string }): Conversation =>
      connection.transact(() => {
        setTitleOrigin(connection, conversationId, 'user')
        return change({ ...findConversation(connection, conversationId), title })
      }),
    /** All or none. Null takes them out of their folders. Missing conversations are ignored. */
    move({ moves }: { moves: readonly Move[] }): void {
      connection.transact(() => {
        for (const { conversationIds, folderId } of moves) {
          if (folderId !== null) findFolder(connection, folderId)
          connection.run(
            'UPDATE conversations SET folder_id = ? WHERE id IN (SELECT value FROM json_each(?))',
            [folderId, JSON.stringify(conversationIds)],
          )
        }
      })
      changes.emit('conversations')
    },
    pin({ conversationId, pinned }: ById & { pinned: boolean }): Conversation {
      const stored = findConversation(connection, conversationId)
      return change({ ...stored, pinnedAt: pinned ? (stored.pinnedAt ?? ports.now()) : null })
    },
    /** Creates a conversation with the branch up to this turn. */
    async branch({ conversationId, turnId }: ById & { turnId: string }): Promise<Conversation> {
      const { id: _, queued: __, ...from } = findConversation(connection, conversationId)
      const { id } = findTurn(connection, conversationId, turnId)
      const now = ports.now()
      const title = addSuffix(from.title, ' (branch)')
      const turns = await readCopies(connection, listBranch(connection, id))
      return add({
        conversation: { ...from, title, createdAt: now, updatedAt: now, pinnedAt: null, headTurnId: turnId },
        // The other answers of a comparison are not copied.
        turns: turns.map((turn) => ({ ...turn, comparison: null })),
      })
    },
    /** Copies all branches. A running answer is copied as interrupted. */
    async duplicate({ conversationId }: ById): Promise<Conversation> {
      const { id: _, queued: __, ...from } = findConversation(connection, conversationId)
      const now = ports.now()
      const title = addSuffix(from.title, ' (copy)')
      const turns = await readCopies(connection, [...readShape(connection, conversationId).keys()])
      return add({
        conversation: { ...from, title, createdAt: now, updatedAt: now, pinnedAt: null },
        turns,
      })
    },
    /** Stops a running answer. */
    delete({ conversationId }: ById): void {
      findConversation(connection, conversationId)
      ports.onDelete(conversationId)
      markDeleted(connection, conversationId, ports.now())
      changes.emit('conversations')
    },
    restore({ conversationId }: ById): Conversation {
      markDeleted(connection, conversationId, null)
      changes.emit('conversations')
      return withRunning(findConversation(connection, conversationId))
    },
    /** All or none. Stops running answers. */
    deleteAll(ids: readonly string[]): void {
      for (const id of ids) ports.onDelete(id)
      markAllDeleted(connection, ids, ports.now())
      changes.emit('conversations')
    },
    restoreAll(ids: readonly string[]): void {
      markAllDeleted(connection, ids, null)
      changes.emit('conversations')
    },
    search: (input: SearchInput): SearchHit[] => searchConversations(connection, input),
  }
}

const maxTitleLength = 200

function addSuffix(title: string, suffix: string): string {
  return `${[...title].slice(0, maxTitleLength - suffix.length).join('')}${suffix}`
}
