// Saves prompts, answers, retries, continuations and edits as turns before they are sent.

import { toNeutralId } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import { type ConversationKind, emptyTurn, type Turn, type UnansweredPrompt } from '#shared/schemas/chat'
import { type ChatParameters, maxMockRounds } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import { findReplaced, hasResults } from '#shared/schemas/sent-turns'
import {
  deleteQueued,
  findConversation,
  insertConversation,
  moveHead,
  moveQueuedSteps,
  type StoredConversation,
  touchConversation,
  updateConversation,
} from '../conversations/conversation-rows'
import { hasInlineMedia } from '../conversations/part-media'
import { findTurn, insertTurn } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import { withoutSignature } from './chat-request'
import { pickSources } from './fold'

export interface PromptPorts {
  readonly connection: Connection
  readonly now: () => number
  readonly newId: () => string
}

export interface SavedTurns {
  readonly conversationId: string
  /** The saved turns. The answers among them must be requested. */
  readonly turns: readonly Turn[]
}

export interface NewPromptInput {
  /** Null creates a conversation. */
  readonly conversationId: string | null
  /** The kind of a new conversation; a chat by default. */
  readonly kind?: ConversationKind
  readonly parts: readonly Part[]
  /** One for each answer. */
  readonly columns: readonly ChatParameters[]
  /** Whether several answers are compared until one is selected. If false, they are alternates. */
  readonly compared?: boolean
  /** By default, the head. */
  readonly parentId?: string | null
  /** Whether the prompt contains the last one, if that is replaced because it was not answered. */
  readonly unanswered?: UnansweredPrompt | undefined
  /** Removes this prompt from the queue, and uses its id. */
  readonly queuedId?: string
  /** Whether the branch that is shown stays. */
  readonly preservesHead?: boolean
}

export function savePrompt(ports: PromptPorts, input: NewPromptInput): SavedTurns {
  const { connection, newId } = ports
  const parts = readPromptParts(input.parts)
  const [first] = input.columns
  if (!first) throw new ApiError('INVALID_ARGUMENT', 'columns: must not be empty', { param: 'columns' })
  const now = ports.now()
  return connection.transactDurably(() => {
    const before = findOrCreate(ports, { ...input, parts, parameters: first }, now)
    const columns = input.columns.map((column) => effectiveParameters(before.kind, column))
    const parameters = effectiveParameters(before.kind, first)
    const base = { conversationId: before.id, createdAt: now }
    const isNext = input.parentId === undefined
    const replaced = isNext ? findUnanswered(connection, before, parts) : undefined
    const sent = replaced ? joinUnanswered(replaced, parts, input.unanswered) : parts
    const parentId = replaced ? replaced.parentId : isNext ? before.headTurnId : (input.parentId ?? null)
    const prompt = newPrompt({ ...base, id: input.queuedId ?? newId(), parentId }, sent)
    const comparison = input.compared !== false && columns.length > 1 ? newId() : null
    const answers = columns.map((column) => ({
      ...newAnswer({ ...base, id: newId(), parentId: prompt.id }, column),
      comparison,
    }))
    if (input.queuedId) dequeue(connection, before, input.queuedId)
    updateConversation(connection, { ...before, parameters, updatedAt: now })
    const saved = saveTurns(connection, { conversationId: before.id, turns: [prompt, ...answers] })
    if (input.preservesHead && before.headTurnId !== null) moveHead(connection, before.id, before.headTurnId)
    return saved
  })
}

/** The last prompt of a chat, if it would be left out of a request with these parts as the next prompt. */
export function findUnanswered(
  connection: Connection,
  { id, kind, headTurnId }: Pick<StoredConversation, 'id' | 'kind' | 'headTurnId'>,
  parts: readonly Part[],
): Turn | undefined {
  if (kind !== 'chat') return undefined
  const end: Turn[] = []
  // Whether results are sent depends on the calls before them.
  for (let turnId = headTurnId; turnId !== null; turnId = end[0]?.parentId ?? null) {
    const turn = findTurn(connection, id, turnId)
    end.unshift(turn)
    if (turn.role === 'user' && !hasResults(turn)) break
  }
  return findReplaced(end, parts)
}

/** Results are never replaced, because the calls before them could not be sent either. */
function joinUnanswered(
  replaced: Turn,
  parts: readonly Part[],
  unanswered: UnansweredPrompt = 'replace',
): Part[] {
  if (unanswered === 'replace' && !hasResults(replaced)) return [...parts]
  const joined = [...replaced.parts, ...parts]
  const texts = joined.flatMap(({ text }) => text ?? [])
  return [
    ...joined.filter(({ text }) => text === undefined),
    ...(texts.length > 0 ? [{ text: texts.join('\n\n') }] : []),
  ]
}

/** The other steps that wait for the same image edit the result of this one instead, in order. */
function dequeue(connection: Connection, { queued }: StoredConversation, queuedId: string): void {
  const step = queued.find((prompt) => prompt.id === queuedId)?.step
  deleteQueued(connection, queuedId)
  if (step) moveQueuedSteps(connection, step.promptId, queuedId)
}

/** Saves what follows a complete answer: mocked results, or a queued prompt. Calls without a mock wait for the user. */
export function saveNextPrompt(ports: PromptPorts, answer: Turn, rounds: number): SavedTurns | undefined {
  const { conversationId, parameters } = answer
  if (hasCalls(answer)) {
    const parts = rounds < maxMockRounds ? answerWithMocks(answer) : undefined
    return parts && parameters
      ? savePrompt(ports, { conversationId, parts, columns: [parameters] })
      : undefined
  }
  const [queued] = findConversation(ports.connection, conversationId).queued
  if (!queued) return undefined
  const columns = [queued.parameters]
  return savePrompt(ports, { conversationId, parts: queued.parts, columns, queuedId: queued.id })
}

export function hasCalls(turn: Pick<Turn, 'parts'>): boolean {
  return turn.parts.some(({ functionCall }) => functionCall)
}

/**
 * Returns the results of all calls in order, with the calls' ids. Returns undefined if mocks are off, or a call has none:
 * then the user must answer.
 */
export function answerWithMocks({
  parts,
  parameters,
}: Pick<Turn, 'parts' | 'parameters'>): Part[] | undefined {
  const settings = parameters?.functions
  if (!settings?.on || !settings.answerWithMocks) return undefined
  const results: Part[] = []
  for (const { functionCall } of parts) {
    if (!functionCall) continue
    const { id, name } = functionCall
    const mock = settings.mocks.find((candidate) => candidate.name === name)
    if (!mock) return undefined
    results.push({ functionResponse: { ...(id === undefined ? {} : { id }), name, response: mock.response } })
  }
  return results.length > 0 ? results : undefined
}

/** The first of the answers becomes the head. */
function saveTurns(connection: Connection, saved: SavedTurns, continues?: string): SavedTurns {
  for (const turn of saved.turns) insertTurn(connection, turn, continues)
  const head = saved.turns.find(({ role }) => role === 'model')
  if (head) moveHead(connection, saved.conversationId, head.id)
  return saved
}

/** Removes parts of blank text. Throws if no part remains. */
export function readPromptParts(parts: readonly Part[]): Part[] {
  parts.forEach((part, index) => {
    if (!hasInlineMedia(part)) return
    const path = `parts[${index}].${part.functionResponse ? 'functionResponse.parts' : 'inlineData'}`
    throw new ApiError('INVALID_ARGUMENT', `${path}: must refer to a file in the media folder`, {
      param: path,
    })
  })
  const sent = parts.filter((part) => !(part.text?.trim() === '' && Object.keys(part).length === 1))
  if (sent.length === 0)
    throw new ApiError('INVALID_ARGUMENT', 'parts: must not be empty', { param: 'parts' })
  return sent
}

function findOrCreate(
  ports: PromptPorts,
  input: NewPromptInput & { readonly parameters: ChatParameters },
  now: number,
): StoredConversation {
  if (input.conversationId !== null) return findConversation(ports.connection, input.conversationId)
  const conversation: StoredConversation = {
    id: ports.newId(),
    kind: input.kind ?? 'chat',
    title: toTitle(input.parts),
    createdAt: now,
    updatedAt: now,
    headTurnId: null,
    parameters: input.parameters,
    pinnedAt: null,
    folderId: null,
    tags: [],
    queued: [],
  }
  insertConversation(ports.connection, conversation, 'prompt')
  return conversation
}

export interface RetryInput {
  readonly conversationId: string
  readonly turnId: string
  /** By default, those of the old answer or of the conversation. */
  readonly parameters?: ChatParameters | undefined
}

/** Accepts a prompt too, because all its answers may be deleted. */
export function saveRegeneration(ports: PromptPorts, input: RetryInput): SavedTurns {
  const { old, parameters } = findRetried(ports, input)
  const parentId = old.role === 'user' ? old.id : old.parentId
  if (parentId === null) {
    throw new ApiError('FAILED_PRECONDITION', 'This response has no prompt to send again.')
  }
  return saveAlternate(ports, newAnswer(newTurn(ports, { ...old, parentId }), parameters))
}

export function saveContinuation(ports: PromptPorts, input: RetryInput): SavedTurns {
  const { old, parameters } = findRetried(ports, input)
  const parts = partsToContinue(old, parameters.model)
  const saved = newAnswer(newTurn(ports, old), parameters)
  return saveAlternate(ports, { ...saved, parts, metadata: pickSources(old.metadata) }, old.id)
}

export interface EditInput {
  readonly conversationId: string
  readonly turnId: string
  readonly parts: readonly Part[]
  readonly parameters: ChatParameters
}

/** An edited prompt gets a new answer. An edited answer is complete. */
export function saveEdit(ports: PromptPorts, input: EditInput): SavedTurns {
  const { conversationId } = input
  findConversation(ports.connection, conversationId)
  const old = findTurn(ports.connection, conversationId, input.turnId)
  if (old.role === 'user') {
    const { parentId } = old
    return savePrompt(ports, { conversationId, parts: input.parts, columns: [input.parameters], parentId })
  }
  // No usage, times or metadata, because the user has written it.
  const { role, model, parameters } = old
  const edited = { ...newTurn(ports, old), role, parts: readPromptParts(input.parts), model, parameters }
  return saveAlternate(ports, { ...emptyTurn, ...edited, state: 'complete', edited: true })
}

function findRetried(ports: PromptPorts, { conversationId, turnId, parameters }: RetryInput) {
  const conversation = findConversation(ports.connection, conversationId)
  const old = findTurn(ports.connection, conversationId, turnId)
  const requested = parameters ?? old.parameters ?? conversation.parameters
  return { old, parameters: effectiveParameters(conversation.kind, requested) }
}

function newTurn(ports: PromptPorts, { conversationId, parentId }: Turn): NewTurn {
  return { id: ports.newId(), conversationId, parentId, createdAt: ports.now() }
}

function saveAlternate({ connection }: PromptPorts, turn: Turn, continues?: string): SavedTurns {
  const { conversationId } = turn
  return connection.transactDurably(() => {
    touchConversation(connection, conversationId, turn.createdAt)
    return saveTurns(connection, { conversationId, turns: [turn] }, continues)
  })
}

interface NewTurn {
  readonly id: string
  readonly conversationId: string
  readonly parentId: string | null
  readonly createdAt: number
}

export function newPrompt(base: NewTurn, parts: readonly Part[]): Turn {
  return { ...emptyTurn, ...base, role: 'user', parts: [...parts], state: 'complete' }
}

export function newAnswer(base: NewTurn, parameters: ChatParameters): Turn {
  const { model } = parameters
  return { ...emptyTurn, ...base, role: 'model', parts: [], state: 'running', model, parameters }
}

/** Returns the initial parts of the continuation. Throws if the answer cannot be continued. */
function partsToContinue(old: Turn, model: string): Part[] {
  const reason = findContinuationProblem(old)
  if (reason) throw new ApiError('FAILED_PRECONDITION', reason, { param: 'turnId' })
  const sameModel = old.model !== null && toNeutralId(old.model) === toNeutralId(model)
  // A model rejects the signatures of another one (wire §2.4).
  return sameModel ? old.parts : old.parts.map(withoutSignature)
}

function findContinuationProblem(old: Turn): string | undefined {
  if (old.role !== 'model') return 'Only a response can be continued.'
  if (hasCalls(old)) return 'This response is waiting for function results. Send them to continue.'
  if (old.state === 'complete' && old.finishReason === 'STOP') return 'This response is already complete.'
  // A service that must follow a schema starts a new document instead.
  if (old.parameters?.structured?.on)
    return 'A response with structured output can’t be continued. Regenerate it instead.'
  const hasText = old.parts.some(({ text, thought }) => thought !== true && text !== '')
  return hasText ? undefined : 'This response is empty. Regenerate it instead.'
}

/** Image endpoints do not stream (specification E3, E7, E12, E16). */
function effectiveParameters(kind: ConversationKind, parameters: ChatParameters): ChatParameters {
  return kind === 'images' ? { ...parameters, streaming: false } : parameters
}

const maxTitleLength = 120

/** The first words, or the kind of the attachment. */
function toTitle(parts: readonly Part[]): string {
  const text = parts.find(({ text }) => text?.trim())?.text
  if (text !== undefined) return firstWords(text)
  if (parts.some(({ functionResponse }) => functionResponse)) return 'Function results'
  return parts.map(kindOf).find(Boolean) ?? 'New chat'
}

/** Cuts between two words if possible. */
function firstWords(text: string): string {
  const words = text
    .trimStart()
    .slice(0, maxTitleLength * 20)
    .trim()
    .replace(/\s+/g, ' ')
  const characters = [...words]
  if (characters.length <= maxTitleLength) return words
  const cut = characters.slice(0, maxTitleLength).join('')
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > maxTitleLength / 2 ? end : undefined).trimEnd()}…`
}

const kinds: Readonly<Record<string, string>> = { image: 'Image', audio: 'Audio', video: 'Video' }

function kindOf(part: Part): string | undefined {
  const file = part.inlineData ?? part.inline_data ?? part.fileData ?? part.file_data
  if (!file) return undefined
  const [type, subtype] = (file.mimeType ?? file.mime_type ?? '').toLowerCase().split(/[/;]/)
  return subtype === 'pdf' ? 'PDF' : (kinds[type ?? ''] ?? 'File')
}
