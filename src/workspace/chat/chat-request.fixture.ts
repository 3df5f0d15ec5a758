// Prompts and answers for tests of requests.
import type { Turn } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import { newAnswer, newPrompt } from './save-turns'

const base = { conversationId: 'c', parentId: null, createdAt: 0 }
let count = 0

export function promptOf(...answer: readonly (Part | string)[]): Turn {
  count += 1
  const parts = answer.map((part) => (typeof part === 'string' ? { text: part } : part))
  return newPrompt({ ...base, id: `prompt ${count}` }, parts)
}

/** By default, a complete answer by gen-2.5-pro. */
export function answerOf(parts: readonly Part[], turn: Partial<Turn> = {}): Turn {
  count += 1
  const answer = newAnswer({ ...base, id: `answer ${count}` }, { model: 'gen-2.5-pro' })
  return { ...answer, state: 'complete', parts: [...parts], ...turn }
}
