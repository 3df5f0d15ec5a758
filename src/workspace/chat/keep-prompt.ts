// Puts a prompt, and the places of its answers, on the disk before anything is sent.
import { ApiError } from '#shared/schemas/api-error'
import type { ConversationKind, Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import {
  findConversation,
  insertConversation,
  type KeptConversation,
  moveHead,
  updateConversation,
} from '../conversations/conversation-rows'
import { bearsMedia } from '../conversations/part-media'
import { deleteQueued } from '../conversations/queued-rows'
import { insertTurn } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import { askedWith } from './asked-with'
import { newAnswer, newPrompt } from './new-turns'
import { toTitle } from './prompt-title'

export interface PromptPorts {
  readonly connection: Connection
  readonly now: () => number
  readonly newId: () => string
}

export interface Begun {
  readonly conversationId: string
  /** On the disk already; the answers among them are to be asked for. */
  readonly turns: readonly Turn[]
}

interface PromptToKeep {
  /** Null begins a new one. */
  readonly conversationId: string | null
  /** Of a new one; absent, that is a chat. */
  readonly kind?: ConversationKind
  readonly parts: readonly Part[]
  /** One for each answer. */
  readonly columns: readonly ChatParameters[]
  /** Several answers stand side by side until one is kept; false, they are alternates from the start. */
  readonly compared?: boolean
  /** What it follows; absent, that is the head. */
  readonly parentId?: string | null
  /** It leaves the queue, and the prompt takes its id. */
  readonly queuedId?: string
}

export function keepPrompt(ports: PromptPorts, input: PromptToKeep): Begun {
  const { connection, newId } = ports
  const parts = readPromptParts(input.parts)
  const [first] = input.columns
  if (!first) throw new ApiError('INVALID_ARGUMENT', 'columns: must not be empty', { param: 'columns' })
  const now = ports.now()
  return connection.transactDurably(() => {
    const before = findOrBegin(ports, { ...input, parts, parameters: first }, now)
    const columns = input.columns.map((column) => askedWith(before.kind, column))
    const parameters = askedWith(before.kind, first)
    const base = { conversationId: before.id, createdAt: now }
    const parentId = input.parentId === undefined ? before.headTurnId : input.parentId
    const prompt = newPrompt({ ...base, id: input.queuedId ?? newId(), parentId }, parts)
    const comparison = input.compared !== false && columns.length > 1 ? newId() : null
    const answers = columns.map((column) => ({
      ...newAnswer({ ...base, id: newId(), parentId: prompt.id }, column),
      comparison,
    }))
    if (input.queuedId) deleteQueued(connection, input.queuedId)
    updateConversation(connection, { ...before, parameters, updatedAt: now })
    return keepTurns(connection, { conversationId: before.id, turns: [prompt, ...answers] })
  })
}

/** The first of the answers becomes the head. */
export function keepTurns(connection: Connection, begun: Begun, continues?: string): Begun {
  for (const turn of begun.turns) insertTurn(connection, turn, continues)
  const head = begun.turns.find(({ role }) => role === 'model')
  if (head) moveHead(connection, begun.conversationId, head.id)
  return begun
}

/** Refused where nothing is said; what says nothing beside what does is left out. */
export function readPromptParts(parts: readonly Part[]): Part[] {
  parts.forEach((part, index) => {
    if (!bearsMedia(part)) return
    const place = `parts[${index}].${part.functionResponse ? 'functionResponse.parts' : 'inlineData'}`
    throw new ApiError('INVALID_ARGUMENT', `${place}: must name a file of the media folder`, { param: place })
  })
  const telling = parts.filter((part) => !(part.text?.trim() === '' && Object.keys(part).length === 1))
  if (telling.length === 0)
    throw new ApiError('INVALID_ARGUMENT', 'parts: must not be empty', { param: 'parts' })
  return telling
}

type Beginning = PromptToKeep & { readonly parameters: ChatParameters }

function findOrBegin(ports: PromptPorts, input: Beginning, now: number): KeptConversation {
  if (input.conversationId !== null) return findConversation(ports.connection, input.conversationId)
  const conversation: KeptConversation = {
    id: ports.newId(),
    kind: input.kind ?? 'chat',
    title: toTitle(input.parts),
    createdAt: now,
    updatedAt: now,
    headTurnId: null,
    parameters: input.parameters,
    pinnedAt: null,
    queued: [],
  }
  insertConversation(ports.connection, conversation)
  return conversation
}
