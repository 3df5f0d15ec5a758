// Sends and queues prompts, runs answers, and publishes them to watchers.

import { ApiError } from '#shared/schemas/api-error'
import type {
  ChatEvent,
  Conversation,
  ConversationCost,
  QueuedPrompt,
  QueuedStep,
  Turn,
} from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import type { PriceTable } from '#shared/schemas/prices'
import type { PromptRequest } from '#shared/schemas/prompt-request'
import type { Changes } from '../changes'
import { deleteQueued, findConversation, insertQueued, orderQueued } from '../conversations/conversation-rows'
import type { Connection } from '../database/connection'
import { type AnswerPorts, type AnswerRun, assertIdle, createAnswerRunner } from './answer-runner'
import { describePrompt } from './chat-http'
import { readCost } from './conversation-cost'
import { ConversationPublisher, listRuns } from './conversation-publisher'
import {
  type EditInput,
  type NewPromptInput,
  type PromptPorts,
  type RetryInput,
  readPromptParts,
  type SavedTurns,
  saveContinuation,
  saveEdit,
  savePrompt,
  saveRegeneration,
} from './save-turns'
import { createTitleWriter, type TitlePorts } from './title-writer'
import { assertReady, createTree, type StepActions, type TreeActions } from './tree'

interface ConversationInput {
  readonly conversationId: string
}

interface Prompt {
  readonly conversationId: string | null
  readonly parts: readonly Part[]
  readonly parameters: ChatParameters
}

interface ComparedPrompt {
  readonly conversationId: string | null
  readonly parts: readonly Part[]
  readonly columns: readonly ChatParameters[]
}

interface QueuedPromptInput {
  readonly conversationId: string
  readonly parts: readonly Part[]
  readonly parameters: ChatParameters
  /** The original time of a prompt that is put back into the queue. */
  readonly createdAt?: number | undefined
  /** In drawings: stays queued until the image has been generated. */
  readonly step?: QueuedStep | undefined
}

export interface Chat extends TreeActions {
  /** Yields a snapshot, then changes. Ends if the signal aborts, the conversation is deleted, or the workspace closes. */
  watch(input: ConversationInput, signal?: AbortSignal): AsyncIterable<ChatEvent>
  /** Publishes the full branch and the totals to watchers that have only its end. */
  loadFullBranch(input: ConversationInput): void
  /** In the given order, without missing ones. Reads deleted conversations too. */
  turns(input: ConversationInput & { readonly turnIds: readonly string[] }): Turn[]
  /** Prompt and answer are on the disk when this returns. `turnId` is the answer's. */
  send(input: Prompt): { conversationId: string; turnId: string }
  compare(input: ComparedPrompt): { conversationId: string; turnIds: string[] }
  /** `turnId` is that of the new answer, or of the edited one. */
  edit(input: EditInput): { turnId: string }
  regenerate(input: RetryInput): { turnId: string }
  continue(input: RetryInput): { turnId: string }
  /** Saves the answers as `stopped` before it returns, or as soon as received files are saved. */
  stop(input: ConversationInput & { readonly turnId?: string | undefined }): void
  /** On the disk when this returns. Sends the prompt immediately if no answer is running and the queue is empty. */
  queue(input: QueuedPromptInput): { queuedId: string }
  unqueue(input: ConversationInput & { readonly queuedId: string }): QueuedPrompt
  /** Null is the end. Does nothing if either prompt is no longer queued. */
  moveQueued(input: ConversationInput & { readonly queuedId: string; readonly before: string | null }): void
  /** Describes the request of an answer, or for a prompt. */
  request(input: ConversationInput & { readonly turnId: string }): Promise<PromptRequest>
  cost(input: ConversationInput): ConversationCost
}

/** Adds what only the workspace uses, not the renderer. */
export interface ChatService extends Chat, StepActions {
  /** Saves a prompt and requests its answers, even if others are running. `turnIds` are those of the answers. */
  prompt(input: NewPromptInput): { conversationId: string; turnIds: string[] }
  isRunning(conversationId: string): boolean
  countRunning(): number
  publish(conversation: Conversation): void
  /** Stops the answers, and ends the events of watchers. */
  endConversation(conversationId: string): void
  /** Resolves once nothing is being written. */
  close(): Promise<void>
}

interface ChatPorts extends AnswerPorts, TitlePorts {
  readonly changes: Changes
  readonly prices: () => PriceTable
}

export function createChat(ports: ChatPorts): ChatService {
  const { connection } = ports
  const runs = new Map<string, AnswerRun>()
  const publisher = new ConversationPublisher({ ...ports, runs })
  const titles = createTitleWriter({
    ...ports,
    onTitle: (conversationId) => publisher.publishConversation(findConversation(connection, conversationId)),
  })
  const runner = createAnswerRunner({ ...ports, publisher, runs, onAnswer: titles.onAnswer })
  const isRunning = (conversationId: string) => listRuns(runs, conversationId).length > 0

  const prompt: ChatService['prompt'] = (input) => {
    const saved = savePrompt(ports, input)
    runner.start(saved)
    const answers = saved.turns.filter(({ role }) => role === 'model')
    return { conversationId: saved.conversationId, turnIds: answers.map(({ id }) => id) }
  }
  const compare: Chat['compare'] = (input) => {
    assertReady({ connection, runs }, input.conversationId)
    return prompt(input)
  }
  const saveAndStart = <Input extends ConversationInput>(
    save: (ports: PromptPorts, input: Input) => SavedTurns,
  ) => {
    return (input: Input) => {
      const { kind } = findConversation(connection, input.conversationId)
      // The variations of a drawing run in parallel; a chat has one answer at a time.
      if (kind === 'chat') assertIdle(runs, input.conversationId)
      const saved = save(ports, input)
      runner.start(saved)
      return { turnId: saved.turns.at(-1)?.id ?? '' }
    }
  }
  const stop: Chat['stop'] = ({ conversationId, turnId }) => {
    for (const run of listRuns(runs, conversationId))
      if (turnId === undefined || run.turn.id === turnId) run.halt('stopped')
  }

  return {
    ...createTree({ ...ports, publisher, runs, runner }),
    prompt,
    isRunning,
    countRunning: () => runs.size,
    publish: (conversation) => publisher.publish(conversation.id, { type: 'conversation', conversation }),
    watch: ({ conversationId }, signal) => publisher.watch(conversationId, signal),
    loadFullBranch: ({ conversationId }) => publisher.publishFullBranch(conversationId),
    turns: ({ conversationId, turnIds }) => publisher.readTurns(conversationId, turnIds),
    send({ conversationId, parts, parameters }) {
      const sent = compare({ conversationId, parts, columns: [parameters] })
      return { conversationId: sent.conversationId, turnId: sent.turnIds[0] ?? '' }
    },
    compare,
    regenerate: saveAndStart(saveRegeneration),
    continue: saveAndStart(saveContinuation),
    edit: saveAndStart(saveEdit),
    stop,
    queue({ conversationId, parameters, step, ...input }) {
      const parts = readPromptParts(input.parts)
      const { queued } = findConversation(connection, conversationId)
      const queuedId = ports.newId()
      if (!step && queued.length === 0 && !isRunning(conversationId)) {
        assertReady({ connection, runs }, conversationId)
        prompt({ conversationId, parts, columns: [parameters], queuedId })
        return { queuedId }
      }
      // After all queued prompts, even if the system clock was set back.
      const last = queued.at(-1)?.createdAt ?? 0
      const createdAt = input.createdAt ?? Math.max(ports.now(), last + 1)
      const waiting = { id: queuedId, parts, parameters, createdAt, ...(step ? { step } : {}) }
      connection.transactDurably(() => insertQueued(connection, conversationId, waiting))
      publisher.publishConversation(findConversation(connection, conversationId))
      return { queuedId }
    },
    unqueue({ conversationId, queuedId }) {
      const before = findConversation(connection, conversationId)
      const queued = before.queued.find(({ id }) => id === queuedId)
      if (!queued) {
        const message = 'This prompt is no longer queued. It was sent or removed.'
        throw new ApiError('NOT_FOUND', message, { param: 'queuedId' })
      }
      deleteQueued(connection, queuedId)
      publisher.publishConversation(findConversation(connection, conversationId))
      return queued
    },
    moveQueued: (input) => moveQueued(connection, publisher, input),
    request: (input) => describePrompt(ports, input),
    cost: ({ conversationId }) => readCost(connection, ports.prices(), conversationId),
    endConversation(conversationId) {
      stop({ conversationId })
      publisher.endConversation(conversationId)
    },
    async close() {
      await Promise.all([runner.close(), titles.close()])
      publisher.close()
    },
  }
}

function moveQueued(
  connection: Connection,
  publisher: ConversationPublisher,
  { conversationId, queuedId, before }: Parameters<Chat['moveQueued']>[0],
): void {
  const { queued } = findConversation(connection, conversationId)
  const moved = queued.find(({ id }) => id === queuedId)
  const others = queued.filter(({ id }) => id !== queuedId)
  const at = before === null ? others.length : others.findIndex(({ id }) => id === before)
  if (!moved || at < 0) return
  const ordered = [...others.slice(0, at), moved, ...others.slice(at)]
  connection.transactDurably(() => orderQueued(connection, ordered))
  publisher.publishConversation(findConversation(connection, conversationId))
}
