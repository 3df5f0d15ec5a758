// The answers under way, by the turns that they are.
import { ApiError } from '#shared/schemas/api-error'
import type { ChatRun } from './chat-run'

export interface UnderWay {
  add(run: ChatRun): void
  remove(turnId: string): void
  get(turnId: string): ChatRun | undefined
  of(conversationId: string): ChatRun[]
  all(): ChatRun[]
  isRunning(conversationId: string): boolean
  count(): number
  /** Throws with a sentence where an answer is under way in the conversation. */
  refuse(conversationId: string): void
}

export function createUnderWay(): UnderWay {
  const runs = new Map<string, ChatRun>()
  const of = (conversationId: string) =>
    [...runs.values()].filter(({ turn }) => turn.conversationId === conversationId)
  const isRunning = (conversationId: string) => of(conversationId).length > 0
  return {
    add: (run) => void runs.set(run.turn.id, run),
    remove: (turnId) => void runs.delete(turnId),
    get: (turnId) => runs.get(turnId),
    of,
    all: () => [...runs.values()],
    isRunning,
    count: () => runs.size,
    refuse(conversationId) {
      const found = of(conversationId)
      if (found.length === 0) return
      const message = found.every(({ isSaving }) => isSaving)
        ? 'The last response is not saved yet. Choose Retry save, or queue the prompt.'
        : 'A response is still being generated in this chat. Stop it or wait for it to finish.'
      throw new ApiError('FAILED_PRECONDITION', message)
    },
  }
}
