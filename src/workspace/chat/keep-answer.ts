// Puts another turn beside an old one: asked for again, gone on with, or written by the user.
import { ApiError } from '#shared/schemas/api-error'
import type { Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import { findConversation, touchConversation } from '../conversations/conversation-rows'
import { findTurn } from '../conversations/tree/turn-rows'
import { askedWith } from './asked-with'
import { partsToContinue } from './continuation'
import { keepSources } from './join-metadata'
import { type Begun, keepPrompt, keepTurns, type PromptPorts, readPromptParts } from './keep-prompt'
import { type NewTurn, newAnswer, newEditedAnswer } from './new-turns'

export interface AnswerAgain {
  readonly conversationId: string
  readonly turnId: string
  /** Absent, those of the old answer, or the conversation's. */
  readonly parameters?: ChatParameters | undefined
}

/** Also of a prompt, whose answers may all have been deleted. */
export function keepRegeneration(ports: PromptPorts, input: AnswerAgain): Begun {
  const { old, parameters } = readOld(ports, input)
  const parentId = old.role === 'user' ? old.id : old.parentId
  if (parentId === null) {
    throw new ApiError('FAILED_PRECONDITION', 'This answer has no prompt that could be sent again.')
  }
  return keepBeside(ports, newAnswer(begin(ports, { ...old, parentId }), parameters))
}

export function keepContinuation(ports: PromptPorts, input: AnswerAgain): Begun {
  const { old, parameters } = readOld(ports, input)
  const parts = partsToContinue(old, parameters.model)
  const begun = newAnswer(begin(ports, old), parameters)
  return keepBeside(ports, { ...begun, parts, metadata: keepSources(old.metadata) }, old.id)
}

export interface EditInput {
  readonly conversationId: string
  readonly turnId: string
  readonly parts: readonly Part[]
  readonly parameters: ChatParameters
}

/** A changed prompt waits for its answer; a changed answer stands. */
export function keepEdit(ports: PromptPorts, input: EditInput): Begun {
  const { conversationId } = input
  findConversation(ports.connection, conversationId)
  const old = findTurn(ports.connection, conversationId, input.turnId)
  if (old.role === 'user') {
    const { parentId } = old
    return keepPrompt(ports, { conversationId, parts: input.parts, columns: [input.parameters], parentId })
  }
  return keepBeside(ports, newEditedAnswer(begin(ports, old), old, readPromptParts(input.parts)))
}

function readOld(ports: PromptPorts, { conversationId, turnId, parameters }: AnswerAgain) {
  const conversation = findConversation(ports.connection, conversationId)
  const old = findTurn(ports.connection, conversationId, turnId)
  const asked = parameters ?? old.parameters ?? conversation.parameters
  return { old, parameters: askedWith(conversation.kind, asked) }
}

function begin(ports: PromptPorts, { conversationId, parentId }: Turn): NewTurn {
  return { id: ports.newId(), conversationId, parentId, createdAt: ports.now() }
}

function keepBeside({ connection }: PromptPorts, turn: Turn, continues?: string): Begun {
  const { conversationId } = turn
  return connection.transactDurably(() => {
    touchConversation(connection, conversationId, turn.createdAt)
    return keepTurns(connection, { conversationId, turns: [turn] }, continues)
  })
}
