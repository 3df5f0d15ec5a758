// The list of conversations: renamed, pinned, branched, put into the bin, taken out again.
import type { Conversation } from '#shared/schemas/chat'
import type { SearchHit } from '#shared/schemas/search-hit'
import type { Changes } from '../changes'
import type { Connection } from '../storage/connection'
import {
  findConversation,
  type KeptConversation,
  listConversations,
  markDeleted,
  updateConversation,
} from './conversation-rows'
import { insertCopy, type Tree } from './insert-copy'
import { type SearchInput, searchConversations } from './search'
import { findTurn, readBranch, withContinued } from './turn-rows'

interface ConversationPorts {
  readonly connection: Connection
  readonly changes: Changes
  readonly now: () => number
  readonly newId: () => string
  readonly isRunning: (conversationId: string) => boolean
  /** Told after a change, for those who watch the conversation. */
  readonly onChanged: (conversation: Conversation) => void
  /** Told before a conversation goes into the bin. */
  readonly onDelete: (conversationId: string) => void
}

interface Named {
  readonly conversationId: string
}

export interface Conversations {
  /** Pinned ones first, then the newest. */
  list(): Conversation[]
  rename(input: Named & { title: string }): Conversation
  pin(input: Named & { pinned: boolean }): Conversation
  /** A new conversation that holds the branch as far as this turn. */
  branch(input: Named & { turnId: string }): Conversation
  /** Stops its answer, where one is under way. */
  delete(input: Named): void
  restore(input: Named): Conversation
  search(input: SearchInput): SearchHit[]
  /** A conversation that was made elsewhere. */
  add(tree: Tree): Conversation
}

export function createConversations(ports: ConversationPorts): Conversations {
  const { connection, changes } = ports
  const withRunning = (kept: KeptConversation): Conversation => ({
    ...kept,
    running: ports.isRunning(kept.id),
  })
  const change = (changed: KeptConversation): Conversation => {
    updateConversation(connection, changed)
    const conversation = withRunning(changed)
    ports.onChanged(conversation)
    changes.tell('conversations')
    return conversation
  }
  const add = (tree: Tree): Conversation => {
    const added = insertCopy(ports, tree)
    changes.tell('conversations')
    return withRunning(added)
  }

  return {
    add,
    list() {
      const all = listConversations(connection).map(withRunning)
      return [...all.filter(isPinned), ...all.filter((conversation) => !isPinned(conversation))]
    },
    rename: ({ conversationId, title }) => change({ ...findConversation(connection, conversationId), title }),
    pin({ conversationId, pinned }) {
      const kept = findConversation(connection, conversationId)
      return change({ ...kept, pinnedAt: pinned ? (kept.pinnedAt ?? ports.now()) : null })
    },
    branch({ conversationId, turnId }) {
      const { id: _, queued: __, ...from } = findConversation(connection, conversationId)
      const turn = findTurn(connection, conversationId, turnId)
      const now = ports.now()
      const title = toBranchTitle(from.title)
      return add({
        conversation: { ...from, title, createdAt: now, updatedAt: now, pinnedAt: null, headTurnId: turnId },
        // What it was compared with stays behind.
        turns: withContinued(connection, readBranch(connection, turn.id)).map((each) => ({
          ...each,
          comparison: null,
        })),
      })
    },
    delete({ conversationId }) {
      findConversation(connection, conversationId)
      ports.onDelete(conversationId)
      markDeleted(connection, conversationId, ports.now())
      changes.tell('conversations')
    },
    restore({ conversationId }) {
      markDeleted(connection, conversationId, null)
      changes.tell('conversations')
      return withRunning(findConversation(connection, conversationId))
    },
    search: (input) => searchConversations(connection, input),
  }
}

function isPinned({ pinnedAt }: Conversation): boolean {
  return pinnedAt !== null
}

const longestTitle = 200

function toBranchTitle(title: string): string {
  const mark = ' (branch)'
  return `${[...title].slice(0, longestTitle - mark.length).join('')}${mark}`
}
