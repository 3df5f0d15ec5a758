// Reports when the last answer of a chat, or of a step of an image session, has ended.
import type { Turn } from '#shared/schemas/chat'
import { findConversationIfPresent, type StoredConversation } from '../conversations/conversation-rows'
import type { Connection } from '../database/connection'
import { type LiveAnswer, listRuns } from './conversation-publisher'

export interface FinishedAnswers {
  readonly conversation: StoredConversation
  /** Those of the last prompt: several if they are compared, or are variations of an image. */
  readonly answers: readonly Turn[]
  /** Since the first answer was requested. In a chat, queued prompts and function results may have followed it. */
  readonly milliseconds: number
}

interface FinishedPorts {
  readonly connection: Connection
  readonly runs: ReadonlyMap<string, LiveAnswer>
  readonly now: () => number
}

export function createFinishedAnswers({ connection, runs, now }: FinishedPorts) {
  const listeners = new Set<(finished: FinishedAnswers) => void>()
  /** Answers that have ended while others of the same work are running, by conversation, or by step. */
  const ended = new Map<string, readonly Turn[]>()

  const report = (conversation: StoredConversation, work: readonly Turn[], last: Turn) => {
    const milliseconds = now() - Math.min(...work.map(({ createdAt }) => createdAt))
    const answers = work.filter(({ parentId }) => parentId === last.parentId)
    for (const listener of listeners) listener({ conversation, answers, milliseconds })
  }
  return {
    subscribe: (listener: (finished: FinishedAnswers) => void) => void listeners.add(listener),
    /** Call it once the answer is no longer running, and what follows it has started. */
    onAnswer(answer: Turn): void {
      const conversation = findConversationIfPresent(connection, answer.conversationId)
      if (!conversation) return
      const keyOf = ({ parentId, conversationId }: Turn) =>
        conversation.kind === 'images' ? `${conversationId} ${parentId}` : conversationId
      const key = keyOf(answer)
      const work = [...(ended.get(key) ?? []), answer]
      const continues = listRuns(runs, answer.conversationId).some(({ turn }) => keyOf(turn) === key)
      if (continues) ended.set(key, work)
      else {
        ended.delete(key)
        report(conversation, work, answer)
      }
    },
  }
}
