// Prompts that wait for the answer under way.
import { ApiError } from '#shared/schemas/api-error'
import type { QueuedPrompt } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import { findConversation } from '../conversations/conversation-rows'
import { deleteQueued, insertQueued } from '../conversations/queued-rows'
import type { Answering } from './answering'
import type { ChatView } from './chat-view'
import { keepPrompt, type PromptPorts, readPromptParts } from './keep-prompt'
import type { Tree } from './tree'
import type { UnderWay } from './under-way'

interface QueuePorts extends PromptPorts {
  readonly view: ChatView
  readonly underWay: UnderWay
  readonly tree: Tree
  readonly answering: Answering
}

interface PromptToQueue {
  readonly conversationId: string
  readonly parts: readonly Part[]
  readonly parameters: ChatParameters
  /** Of one that was taken out, and goes back to its place. */
  readonly createdAt?: number | undefined
}

export interface PromptQueue {
  /** On the disk when this returns. Sent at once, under the same id, where nothing is under way and nothing waits. */
  queue(input: PromptToQueue): { queuedId: string }
  unqueue(input: { readonly conversationId: string; readonly queuedId: string }): QueuedPrompt
}

export function createPromptQueue(ports: QueuePorts): PromptQueue {
  const { connection, view, underWay, answering } = ports
  return {
    queue({ conversationId, parameters, ...input }) {
      const parts = readPromptParts(input.parts)
      const { queued } = findConversation(connection, conversationId)
      const queuedId = ports.newId()
      if (queued.length === 0 && !underWay.isRunning(conversationId)) {
        ports.tree.refuseUnready(conversationId)
        answering.begin(keepPrompt(ports, { conversationId, parts, columns: [parameters], queuedId }))
        return { queuedId }
      }
      // After all that wait, also where the machine's clock was set back.
      const last = queued.at(-1)?.createdAt ?? 0
      const createdAt = input.createdAt ?? Math.max(ports.now(), last + 1)
      const prompt = { id: queuedId, parts, parameters, createdAt }
      connection.transactDurably(() => insertQueued(connection, conversationId, prompt))
      view.tellConversation(findConversation(connection, conversationId))
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
      view.tellConversation(findConversation(connection, conversationId))
      return queued
    },
  }
}
