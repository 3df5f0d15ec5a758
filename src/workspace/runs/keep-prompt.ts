// Puts a prompt, and the place of its answer, on the disk before anything is sent.
import { ApiError } from '#shared/schemas/api-error'
import type { ChatParameters, Turn } from '#shared/schemas/chat'
import {
  findConversation,
  insertConversation,
  type KeptConversation,
  updateConversation,
} from '../library/conversation-rows'
import { findTurn, insertTurn } from '../library/turn-rows'
import type { Connection } from '../storage/connection'
import { newAnswer, newConversation, newPrompt } from './new-turns'

export interface PromptPorts {
  readonly connection: Connection
  readonly now: () => number
  readonly newId: () => string
}

export interface SendInput {
  readonly conversationId: string | null
  readonly text: string
  readonly parameters: ChatParameters
}

export interface Begun {
  readonly conversation: KeptConversation
  readonly answer: Turn
}

export function keepPrompt(ports: PromptPorts, input: SendInput): Begun & { readonly prompt: Turn } {
  if (input.text.trim() === '') {
    throw new ApiError('INVALID_ARGUMENT', 'text: must not be empty', { param: 'text' })
  }
  const { connection, newId } = ports
  const now = ports.now()
  return connection.transactDurably(() => {
    const before = findOrMakeConversation(ports, input, now)
    const base = { conversationId: before.id, createdAt: now }
    const prompt = newPrompt({ ...base, id: newId(), parentId: before.headTurnId }, input.text)
    const answer = newAnswer({ ...base, id: newId(), parentId: prompt.id }, input.parameters.model)
    insertTurn(connection, prompt)
    return { prompt, ...keepAnswer(connection, { ...before, parameters: input.parameters }, answer) }
  })
}

function findOrMakeConversation(ports: PromptPorts, input: SendInput, now: number): KeptConversation {
  if (input.conversationId !== null) return findConversation(ports.connection, input.conversationId)
  const { parameters } = input
  const conversation = { ...newConversation(ports.newId(), input.text, now), parameters }
  insertConversation(ports.connection, conversation)
  return conversation
}

/** A new answer beside the old one, under the same prompt. */
export function keepRetry(
  ports: PromptPorts,
  { conversationId, turnId }: { readonly conversationId: string; readonly turnId: string },
): Begun {
  const { connection } = ports
  return connection.transactDurably(() => {
    const conversation = findConversation(connection, conversationId)
    const old = findTurn(connection, conversationId, turnId)
    if (old.role !== 'model' || old.parentId === null) {
      throw new ApiError('INVALID_ARGUMENT', 'Only an answer can be asked for once more.', {
        param: 'turnId',
      })
    }
    const base = { conversationId, createdAt: ports.now(), parentId: old.parentId }
    const answer = newAnswer({ ...base, id: ports.newId() }, conversation.parameters.model)
    return keepAnswer(connection, conversation, answer)
  })
}

function keepAnswer(connection: Connection, before: KeptConversation, answer: Turn): Begun {
  insertTurn(connection, answer)
  const conversation = { ...before, headTurnId: answer.id, updatedAt: answer.createdAt }
  updateConversation(connection, conversation)
  return { conversation, answer }
}
