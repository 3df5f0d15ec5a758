// Makes the turns and the conversation that a prompt begins.
import type { Turn } from '#shared/schemas/chat'
import type { KeptConversation } from '../library/conversation-rows'

export interface NewTurn {
  readonly id: string
  readonly conversationId: string
  readonly parentId: string | null
  readonly createdAt: number
}

const nothingYet = {
  modelVersion: null,
  finishReason: null,
  blockReason: null,
  error: null,
  usage: null,
  times: { firstToken: null, total: null },
  exchangeId: null,
  upstream: null,
} as const

export function newPrompt(base: NewTurn, text: string): Turn {
  return { ...base, role: 'user', parts: [{ text }], state: 'complete', model: null, ...nothingYet }
}

export function newAnswer(base: NewTurn, model: string): Turn {
  return { ...base, role: 'model', parts: [], state: 'running', model, ...nothingYet }
}

export function newConversation(id: string, text: string, now: number): Omit<KeptConversation, 'parameters'> {
  return { id, title: toTitle(text), createdAt: now, updatedAt: now, headTurnId: null }
}

const titleLength = 60

/** The prompt's first words, cut between two of them where that is possible. */
export function toTitle(text: string): string {
  const words = text
    .slice(0, titleLength * 20)
    .trim()
    .replace(/\s+/g, ' ')
  const characters = [...words]
  if (characters.length <= titleLength) return words
  const cut = characters.slice(0, titleLength).join('')
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > titleLength / 2 ? end : undefined).trimEnd()}…`
}
