// The chat: sends and queues prompts, generates answers, and publishes them to watchers.

import { ApiError } from '#shared/schemas/api-error'
import type { ChatEvent, Conversation, QueuedPrompt, Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import type { PromptRequest } from '#shared/schemas/prompt-request'
import type { Changes } from '../changes'
import { deleteQueued, findConversation, insertQueued } from '../conversations/conversation-rows'
import { type AnswerPorts, type AnswerRun, assertIdle, createAnswerRunner } from './answer-runner'
import { describePrompt } from './chat-http'
import { ConversationPublisher, runsIn } from './conversation-publisher'
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
import { assertReady, createTree, type PlaceVerbs, type TreeActions } from './tree'

interface InConversation {
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

interface PromptToQueue {
  readonly conversationId: string
  readonly parts: readonly Part[]
  readonly parameters: ChatParameters
  /** Of one that was taken out, and goes back to its place. */
  readonly createdAt?: number | undefined
}

export interface Chat extends TreeActions {
  /** A snapshot first, then what changes. Ends when the signal is aborted, the conversation deleted, the workspace closed. */
  watch(input: InConversation, signal?: AbortSignal): AsyncIterable<ChatEvent>
  /** Publishes the whole branch and the totals to watchers who know the end of the branch alone. */
  loadFullBranch(input: InConversation): void
  /** In the given order; missing ones are left out. Of a conversation in the trash, too. */
  turns(input: InConversation & { readonly turnIds: readonly string[] }): Turn[]
  /** Prompt and answer are on the disk when this returns; `turnId` is the answer's. */
  send(input: Prompt): { conversationId: string; turnId: string }
  compare(input: ComparedPrompt): { conversationId: string; turnIds: string[] }
  /** `turnId` is the new turn's: the answer's, if one is in progress. */
  edit(input: EditInput): { turnId: string }
  regenerate(input: RetryInput): { turnId: string }
  continue(input: RetryInput): { turnId: string }
  /** They are `stopped`, on the disk too, when this returns, or as soon as files that have come are saved. */
  stop(input: InConversation & { readonly turnId?: string | undefined }): void
  /** On the disk when this returns. Sent at once, under the same id, if nothing is in progress and nothing waits. */
  queue(input: PromptToQueue): { queuedId: string }
  unqueue(input: InConversation & { readonly queuedId: string }): QueuedPrompt
  /** The request that a turn was or would be sent with. */
  request(input: InConversation & { readonly turnId: string }): Promise<PromptRequest>
}

/** What the rest of the workspace, but not the renderer, asks of the chat. */
export interface ChatService extends Chat, PlaceVerbs {
  /** Saves a prompt, and requests its answers, even if others are in progress; `turnIds` are the answers'. */
  prompt(input: NewPromptInput): { conversationId: string; turnIds: string[] }
  isRunning(conversationId: string): boolean
  countRunning(): number
  publish(conversation: Conversation): void
  /** Stops the answers and ends the watching. */
  endConversation(conversationId: string): void
  /** Resolves once nothing is written any longer. */
  close(): Promise<void>
}

export function createChat(ports: AnswerPorts & { readonly changes: Changes }): ChatService {
  const { connection } = ports
  const runs = new Map<string, AnswerRun>()
  const publisher = new ConversationPublisher({ ...ports, runs })
  const runner = createAnswerRunner({ ...ports, publisher, runs })
  const isRunning = (conversationId: string) => runsIn(runs, conversationId).length > 0

  const prompt: ChatService['prompt'] = (input) => {
    const saved = savePrompt(ports, input)
    runner.begin(saved)
    const answers = saved.turns.filter(({ role }) => role === 'model')
    return { conversationId: saved.conversationId, turnIds: answers.map(({ id }) => id) }
  }
  const compare: Chat['compare'] = (input) => {
    assertReady({ connection, runs }, input.conversationId)
    return prompt(input)
  }
  const beside = <Input extends InConversation>(save: (ports: PromptPorts, input: Input) => SavedTurns) => {
    return (input: Input) => {
      const { kind } = findConversation(connection, input.conversationId)
      // The variations of a drawing are generated beside each other; a chat has one answer at a time.
      if (kind === 'chat') assertIdle(runs, input.conversationId)
      const saved = save(ports, input)
      runner.begin(saved)
      return { turnId: saved.turns.at(-1)?.id ?? '' }
    }
  }
  const stop: Chat['stop'] = ({ conversationId, turnId }) => {
    for (const run of runsIn(runs, conversationId))
      if (turnId === undefined || run.turn.id === turnId) run.halt('stopped')
  }

  return {
    ...createTree({ ...ports, publisher, runs, runner }),
    prompt,
    isRunning,
    countRunning: () => runs.size,
    publish: (conversation) => publisher.publish(conversation.id, { type: 'conversation', conversation }),
    watch: ({ conversationId }, signal) => publisher.watch(conversationId, signal),
    loadFullBranch: ({ conversationId }) => publisher.publishWhole(conversationId),
    turns: ({ conversationId, turnIds }) => publisher.readTurns(conversationId, turnIds),
    send({ conversationId, parts, parameters }) {
      const sent = compare({ conversationId, parts, columns: [parameters] })
      return { conversationId: sent.conversationId, turnId: sent.turnIds[0] ?? '' }
    },
    compare,
    regenerate: beside(saveRegeneration),
    continue: beside(saveContinuation),
    edit: beside(saveEdit),
    stop,
    queue({ conversationId, parameters, ...input }) {
      const parts = readPromptParts(input.parts)
      const { queued } = findConversation(connection, conversationId)
      const queuedId = ports.newId()
      if (queued.length === 0 && !isRunning(conversationId)) {
        assertReady({ connection, runs }, conversationId)
        prompt({ conversationId, parts, columns: [parameters], queuedId })
        return { queuedId }
      }
      // After all that wait, also if the machine's clock was set back.
      const last = queued.at(-1)?.createdAt ?? 0
      const createdAt = input.createdAt ?? Math.max(ports.now(), last + 1)
      const waiting = { id: queuedId, parts, parameters, createdAt }
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
    request: (input) => describePrompt(ports, input),
    endConversation(conversationId) {
      stop({ conversationId })
      publisher.endConversation(conversationId)
    },
    async close() {
      await runner.close()
      publisher.close()
    },
  }
}
