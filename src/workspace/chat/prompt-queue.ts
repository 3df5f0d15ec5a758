// Prompts that wait for the running answer: adds, removes, edits and orders them.
import { ApiError } from '#shared/schemas/api-error'
import type { QueuedPrompt, QueuedStep } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import {
  deleteQueued,
  findConversation,
  insertQueued,
  orderQueued,
  updateQueued,
} from '../conversations/conversation-rows'
import { findTurn } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import { toPendingStep } from '../images/queued-steps'
import type { AnswerRun, AnswerRunner, HeldPrompts } from './answer-runner'
import { type ConversationPublisher, listRuns } from './conversation-publisher'
import { findUnanswered, type NewPromptInput, readPromptParts } from './save-turns'
import { assertReady } from './tree'

interface QueuePorts {
  readonly connection: Connection
  readonly now: () => number
  readonly newId: () => string
  readonly publisher: ConversationPublisher
  readonly runs: ReadonlyMap<string, AnswerRun>
  readonly held: HeldPrompts
  readonly runner: Pick<AnswerRunner, 'continueAfter'>
  readonly send: (input: NewPromptInput) => unknown
}

export interface QueuedInput {
  readonly conversationId: string
  readonly queuedId: string
}

export interface QueuedPromptInput {
  readonly conversationId: string
  readonly parts: readonly Part[]
  readonly parameters: ChatParameters
  /** The original time of a prompt that is put back into the queue. */
  readonly createdAt?: number | undefined
  /** In drawings: stays queued until the image has been generated. */
  readonly step?: QueuedStep | undefined
}

export function createPromptQueue(ports: QueuePorts) {
  const { connection, publisher, runs, held, runner } = ports
  const publish = (conversationId: string) =>
    publisher.publishConversation(findConversation(connection, conversationId))
  /** Ends the editing. Sends the prompt if it was its turn meanwhile. */
  const release = ({ conversationId, queuedId }: QueuedInput) => {
    const follows = held.get(queuedId)
    held.delete(queuedId)
    if (follows) runner.continueAfter(() => findTurn(connection, conversationId, follows))
  }

  return {
    /** On the disk when this returns. Sends the prompt immediately if no answer is running and the queue is empty. */
    queue({ conversationId, parameters, step: requested, ...input }: QueuedPromptInput) {
      const running = listRuns(runs, conversationId).map(({ turn }) => turn)
      const step = requested && toPendingStep(connection, running, requested)
      const parts = readPromptParts(input.parts)
      const conversation = findConversation(connection, conversationId)
      const { queued } = conversation
      const queuedId = ports.newId()
      const isIdle = !step && queued.length === 0 && running.length === 0
      // A prompt whose response has just failed is not replaced without the user's knowledge.
      if (isIdle && !findUnanswered(connection, conversation, parts)) {
        assertReady({ connection, runs }, conversationId)
        ports.send({ conversationId, parts, columns: [parameters], queuedId })
        return { queuedId }
      }
      // After all queued prompts, even if the system clock was set back.
      const last = queued.at(-1)?.createdAt ?? 0
      const createdAt = input.createdAt ?? Math.max(ports.now(), last + 1)
      const waiting = { id: queuedId, parts, parameters, createdAt, ...(step ? { step } : {}) }
      connection.transactDurably(() => insertQueued(connection, conversationId, waiting))
      publish(conversationId)
      return { queuedId }
    },
    unqueue({ conversationId, queuedId }: QueuedInput) {
      const queued = findQueued(connection, conversationId, queuedId)
      deleteQueued(connection, queuedId)
      publish(conversationId)
      release({ conversationId, queuedId })
      return queued
    },
    /** While the prompt is edited, neither it nor those after it are sent. Lasts until it is released, or a restart. */
    holdQueued({ conversationId, queuedId }: QueuedInput): void {
      findQueued(connection, conversationId, queuedId)
      if (!held.has(queuedId)) held.set(queuedId, null)
    },
    /** Replaces the parts; the prompt keeps its place. On the disk when this returns. */
    editQueued({ conversationId, queuedId, parts }: QueuedInput & { readonly parts: readonly Part[] }): void {
      findQueued(connection, conversationId, queuedId)
      const written = readPromptParts(parts)
      connection.transactDurably(() => updateQueued(connection, queuedId, written))
      publish(conversationId)
    },
    releaseQueued: release,
    /** Sends the prompt now. If it cannot be saved, it stays queued. */
    sendQueued({ conversationId, queuedId }: QueuedInput): void {
      const { parts, parameters } = findQueued(connection, conversationId, queuedId)
      assertReady({ connection, runs }, conversationId)
      ports.send({ conversationId, parts, columns: [parameters], queuedId })
    },
    /** Null is the end. Does nothing if either prompt is no longer queued. */
    moveQueued({ conversationId, queuedId, before }: QueuedInput & { readonly before: string | null }): void {
      const { queued } = findConversation(connection, conversationId)
      const moved = queued.find(({ id }) => id === queuedId)
      const others = queued.filter(({ id }) => id !== queuedId)
      const at = before === null ? others.length : others.findIndex(({ id }) => id === before)
      if (!moved || at < 0) return
      const ordered = [...others.slice(0, at), moved, ...others.slice(at)]
      connection.transactDurably(() => orderQueued(connection, ordered))
      publish(conversationId)
    },
  }
}

function findQueued(connection: Connection, conversationId: string, queuedId: string): QueuedPrompt {
  const queued = findConversation(connection, conversationId).queued.find(({ id }) => id === queuedId)
  if (queued) return queued
  const message = 'This prompt is no longer queued. It was sent or removed.'
  throw new ApiError('NOT_FOUND', message, { param: 'queuedId' })
}
