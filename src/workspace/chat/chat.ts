// The chat: prompts go in, answers run, and whoever watches sees them grow; every turn stays in the tree.

import { ApiError } from '#shared/schemas/api-error'
import type { ChatEvent, Conversation, QueuedPrompt, Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import type { Send } from '#shared/wire/call'
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
import { createTree, type PlaceVerbs, type Tree, type TreeVerbs } from './tree'

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

export interface Chat extends TreeVerbs, PromptQueue {
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
  begin(begun: SavedTurns): void
  isRunning(conversationId: string): boolean
  countRunning(): number
  tell(conversation: Conversation): void
  /** Stops the answers and ends the watching. */
  leave(conversationId: string): void
  /** Resolves once nothing is written any longer. */
  close(): Promise<void>
}

export function createChat(ports: ChatPorts): ChatService {
  const feed = createChatFeed()
  const underWay = createActiveRuns()
  const view = createConversationPublisher({ ...ports, feed, underWay })
  const rescue = createRescuedTurns(ports.records)
  const answering = createAnswerRunner({ ...ports, feed, view, underWay, rescue })
  const tree = createTree({ ...ports, view, underWay, answering })
  const queue = createPromptQueue({ ...ports, view, underWay, tree, answering })

  const prompt = (input: ComparedPrompt): { conversationId: string; turnIds: string[] } => {
    tree.refuseUnready(input.conversationId)
    const begun = savePrompt(ports, input)
    answering.begin(begun)
    const answers = begun.turns.filter(({ role }) => role === 'model')
    return { conversationId: begun.conversationId, turnIds: answers.map(({ id }) => id) }
  }
  const beside = <Input extends InConversation>(keep: (ports: PromptPorts, input: Input) => SavedTurns) => {
    return (input: Input) => {
      rejectBeside(ports, underWay, input.conversationId)
      const begun = keep(ports, input)
      answering.begin(begun)
      return { turnId: begun.turns.at(-1)?.id ?? '' }
    }
  }

  return {
    ...tree.verbs,
    ...queue,
    begin: answering.begin,
    isRunning: underWay.isRunning,
    countRunning: underWay.count,
    tell: view.tell,
    watch: ({ conversationId }, signal) => view.watch(conversationId, signal),
    tellWhole: ({ conversationId }) => view.tellWhole(conversationId),
    turns: ({ conversationId, turnIds }) => view.turns(conversationId, turnIds),
    send({ conversationId, parts, parameters }) {
      const sent = prompt({ conversationId, parts, columns: [parameters] })
      return { conversationId: sent.conversationId, turnId: sent.turnIds[0] ?? '' }
    },
    compare: prompt,
    regenerate: beside(saveRegeneration),
    continue: beside(saveContinuation),
    edit: beside(saveEdit),
    stop({ conversationId, turnId }) {
      for (const run of underWay.of(conversationId)) {
        if (turnId === undefined || run.turn.id === turnId) run.halt('stopped')
      }
    },
    leave(conversationId) {
      for (const run of underWay.of(conversationId)) run.halt('stopped')
      feed.end(conversationId)
    },
    async close() {
      await answering.close()
      feed.close()
    },
  }
}

/** The variations of a drawing are in progress beside each other; a chat has one thing to say at a time. */
function rejectBeside({ connection }: PromptPorts, underWay: ActiveRuns, conversationId: string): void {
  if (findConversation(connection, conversationId).kind === 'chat') underWay.refuse(conversationId)
}

interface QueuePorts extends PromptPorts {
  readonly view: ConversationPublisher
  readonly underWay: ActiveRuns
  readonly tree: Tree
  readonly answering: AnswerRunner
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
  const { connection, view, underWay, answering } = ports
  return {
    queue({ conversationId, parameters, ...input }) {
      const parts = readPromptParts(input.parts)
      const { queued } = findConversation(connection, conversationId)
      const queuedId = ports.newId()
      if (queued.length === 0 && !underWay.isRunning(conversationId)) {
        ports.tree.refuseUnready(conversationId)
        answering.begin(savePrompt(ports, { conversationId, parts, columns: [parameters], queuedId }))
        return { queuedId }
      }
      // After all that wait, also if the machine's clock was set back.
      const last = queued.at(-1)?.createdAt ?? 0
      const createdAt = input.createdAt ?? Math.max(ports.now(), last + 1)
      const prompt = { id: queuedId, parts, parameters, createdAt }
      connection.transactDurably(() => insertQueued(connection, conversationId, prompt))
      view.publishConversation(findConversation(connection, conversationId))
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
      view.publishConversation(findConversation(connection, conversationId))
      return queued
    },
  }
}
