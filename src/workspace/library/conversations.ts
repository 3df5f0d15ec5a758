// The list of conversations: renamed, put into the bin, taken out again.
import type { Conversation } from '#shared/schemas/chat'
import type { Changes } from '../changes'
import type { Connection } from '../storage/connection'
import {
  findConversation,
  type KeptConversation,
  listConversations,
  markDeleted,
  updateConversation,
} from './conversation-rows'

interface ConversationPorts {
  readonly connection: Connection
  readonly changes: Changes
  readonly now: () => number
  readonly isRunning: (conversationId: string) => boolean
  /** Told after a change, for those who watch the conversation. */
  readonly onChanged: (conversation: Conversation) => void
  /** Told before a conversation goes into the bin. */
  readonly onDelete: (conversationId: string) => void
}

export interface Conversations {
  list(): Conversation[]
  rename(input: { conversationId: string; title: string }): Conversation
  /** Stops its answer, where one is under way. */
  delete(input: { conversationId: string }): void
  restore(input: { conversationId: string }): Conversation
}

export function createConversations(ports: ConversationPorts): Conversations {
  const { connection, changes } = ports
  const withRunning = (kept: KeptConversation): Conversation => ({
    ...kept,
    running: ports.isRunning(kept.id),
  })

  return {
    list: () => listConversations(connection).map(withRunning),
    rename({ conversationId, title }) {
      const renamed = { ...findConversation(connection, conversationId), title }
      updateConversation(connection, renamed)
      const conversation = withRunning(renamed)
      ports.onChanged(conversation)
      changes.tell('conversations')
      return conversation
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
  }
}
