// Makes the turns that a prompt, an answer and a change by hand begin as.
import type { Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'

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
  times: { firstToken: null, firstAnswer: null, total: null },
  exchangeId: null,
  upstream: null,
  metadata: null,
  comparison: null,
  edited: false,
} as const

export function newPrompt(base: NewTurn, parts: readonly Part[]): Turn {
  return {
    ...base,
    role: 'user',
    parts: [...parts],
    state: 'complete',
    model: null,
    parameters: null,
    ...nothingYet,
  }
}

export function newAnswer(base: NewTurn, parameters: ChatParameters): Turn {
  const { model } = parameters
  return { ...base, role: 'model', parts: [], state: 'running', model, parameters, ...nothingYet }
}

/** Nothing was measured or told of it: the user has written it. */
export function newEditedAnswer(base: NewTurn, old: Turn, parts: readonly Part[]): Turn {
  const { model, parameters } = old
  return {
    ...base,
    role: 'model',
    parts: [...parts],
    state: 'complete',
    model,
    parameters,
    ...nothingYet,
    edited: true,
  }
}
