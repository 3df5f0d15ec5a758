// The chat: sends and queues prompts, runs answers, publishes them to watchers; every turn stays in the tree.

import { ApiError } from '#shared/schemas/api-error'
import type { ChatEvent, Conversation, QueuedPrompt, Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import type { Send } from '#shared/wire/http'
import type { Changes } from '../changes'
import { deleteQueued, findConversation, insertQueued } from '../conversations/conversation-rows'
import type { RescuedRecords } from '../database/rescued-records'
import type { Saves } from '../jobs/saves'
import type { Media } from '../media/media'
import type { AnswerInputPorts } from './answer-input'
import { type AnswerRunner, createAnswerRunner } from './answer-runner'
import { type ActiveRuns, createActiveRuns } from './chat-run'
import {
  type ConversationPublisher,
  createChatFeed,
  createConversationPublisher,
} from './conversation-publisher'
import { createRescuedTurns } from './rescued-turns'
import {
  type EditInput,
  type PromptPorts,
  type RetryInput,
  readPromptParts,
  type SavedTurns,
  saveContinuation,
  saveEdit,
  savePrompt,
  saveRegeneration,
} from './save-turns'
import { createTree, type PlaceVerbs, type Tree, type TreeActions } from './tree'

interface ChatPorts extends PromptPorts, AnswerInputPorts {
  readonly media: Media
  readonly send: Send
  readonly changes: Changes
  readonly saves: Saves
  readonly records: RescuedRecords
  /** Called in the transaction that keeps the end of an answer with media that a model has made. */
  readonly collect?: (answer: Turn) => void
}

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

export interface Chat extends TreeActions, PromptQueue {
  /** A snapshot first, then what changes. Ends when the signal is aborted, the conversation deleted, the workspace closed. */
  watch(input: InConversation, signal?: AbortSignal): AsyncIterable<ChatEvent>
  /** Whoever watches and was told of the end of the branch alone is notified of all of it, and of the totals. */
  tellWhole(input: InConversation): void
  /** In the order they are asked for; those that are not there are left out. Of a conversation in the trash, too. */
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
}

/** What the rest of the workspace, but not the renderer, asks of the chat. */
export interface ChatService extends Chat, PlaceVerbs {
  /** Tells of new turns that are on the disk, and asks for the answers among them. */
  begin(saved: SavedTurns): void
  isRunning(conversationId: string): boolean
  countRunning(): number
  publish(conversation: Conversation): void
  /** Stops the answers and ends the watching. */
  endConversation(conversationId: string): void
  /** Resolves once nothing is written any longer. */
  close(): Promise<void>
}

export function createChat(ports: ChatPorts): ChatService {
  const feed = createChatFeed()
  const active = createActiveRuns()
  const publisher = createConversationPublisher({ ...ports, feed, active })
  const rescue = createRescuedTurns(ports.records)
  const runner = createAnswerRunner({ ...ports, feed, publisher, active, rescue })
  const tree = createTree({ ...ports, publisher, active, runner })
  const queue = createPromptQueue({ ...ports, publisher, active, tree, runner })

  const prompt = (input: ComparedPrompt): { conversationId: string; turnIds: string[] } => {
    tree.assertReady(input.conversationId)
    const saved = savePrompt(ports, input)
    runner.begin(saved)
    const answers = saved.turns.filter(({ role }) => role === 'model')
    return { conversationId: saved.conversationId, turnIds: answers.map(({ id }) => id) }
  }
  const beside = <Input extends InConversation>(keep: (ports: PromptPorts, input: Input) => SavedTurns) => {
    return (input: Input) => {
      rejectBeside(ports, active, input.conversationId)
      const saved = keep(ports, input)
      runner.begin(saved)
      return { turnId: saved.turns.at(-1)?.id ?? '' }
    }
  }

  return {
    ...tree.verbs,
    ...queue,
    begin: runner.begin,
    isRunning: active.isRunning,
    countRunning: active.count,
    publish: publisher.publish,
    watch: ({ conversationId }, signal) => publisher.watch(conversationId, signal),
    tellWhole: ({ conversationId }) => publisher.tellWhole(conversationId),
    turns: ({ conversationId, turnIds }) => publisher.turns(conversationId, turnIds),
    send({ conversationId, parts, parameters }) {
      const sent = prompt({ conversationId, parts, columns: [parameters] })
      return { conversationId: sent.conversationId, turnId: sent.turnIds[0] ?? '' }
    },
    compare: prompt,
    regenerate: beside(saveRegeneration),
    continue: beside(saveContinuation),
    edit: beside(saveEdit),
    stop({ conversationId, turnId }) {
      for (const run of active.of(conversationId)) {
        if (turnId === undefined || run.turn.id === turnId) run.halt('stopped')
      }
    },
    endConversation(conversationId) {
      for (const run of active.of(conversationId)) run.halt('stopped')
      feed.end(conversationId)
    },
    async close() {
      await runner.close()
      feed.close()
    },
  }
}

/** The variations of a drawing are in progress beside each other; a chat has one thing to say at a time. */
function rejectBeside({ connection }: PromptPorts, active: ActiveRuns, conversationId: string): void {
  if (findConversation(connection, conversationId).kind === 'chat') active.refuse(conversationId)
}

interface QueuePorts extends PromptPorts {
  readonly publisher: ConversationPublisher
  readonly active: ActiveRuns
  readonly tree: Tree
  readonly runner: AnswerRunner
}

interface PromptToQueue {
  readonly conversationId: string
  readonly parts: readonly Part[]
  readonly parameters: ChatParameters
  /** Of one that was taken out, and goes back to its place. */
  readonly createdAt?: number | undefined
}

interface PromptQueue {
  /** On the disk when this returns. Sent at once, under the same id, if nothing is in progress and nothing waits. */
  queue(input: PromptToQueue): { queuedId: string }
  unqueue(input: { readonly conversationId: string; readonly queuedId: string }): QueuedPrompt
}

function createPromptQueue(ports: QueuePorts): PromptQueue {
  const { connection, publisher, active, runner } = ports
  return {
    queue({ conversationId, parameters, ...input }) {
      const parts = readPromptParts(input.parts)
      const { queued } = findConversation(connection, conversationId)
      const queuedId = ports.newId()
      if (queued.length === 0 && !active.isRunning(conversationId)) {
        ports.tree.assertReady(conversationId)
        runner.begin(savePrompt(ports, { conversationId, parts, columns: [parameters], queuedId }))
        return { queuedId }
      }
      // After all that wait, also if the machine's clock was set back.
      const last = queued.at(-1)?.createdAt ?? 0
      const createdAt = input.createdAt ?? Math.max(ports.now(), last + 1)
      const prompt = { id: queuedId, parts, parameters, createdAt }
      connection.transactDurably(() => insertQueued(connection, conversationId, prompt))
      publisher.publishConversation(findConversation(connection, conversationId))
      return { queuedId }
    },
    unqueue({ conversationId, queuedId }) {
      const before = findConversation(connection, conversationId)
      const queued = before.queued.find(({ id }) => id === queuedId)
      if (!queued) {
        const message = 'This prompt does not wait any more: it was sent, or taken out before.'
        throw new ApiError('NOT_FOUND', message, { param: 'queuedId' })
      }
      deleteQueued(connection, queuedId)
      publisher.publishConversation(findConversation(connection, conversationId))
      return queued
    },
  }
}
