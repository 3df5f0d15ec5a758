// Sends and queues prompts, runs answers, and publishes them to watchers.

import type { ChatEvent, Conversation, ConversationCost, Turn, UnansweredPrompt } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import type { PriceTable } from '#shared/schemas/prices'
import type { PromptRequest } from '#shared/schemas/prompt-request'
import type { Changes } from '../changes'
import { findConversation } from '../conversations/conversation-rows'
import {
  type AnswerPorts,
  type AnswerRun,
  assertIdle,
  createAnswerRunner,
  type HeldPrompts,
} from './answer-runner'
import { describePrompt } from './chat-http'
import { readCost } from './conversation-cost'
import { ConversationPublisher, listRuns } from './conversation-publisher'
import { createFinishedAnswers, type FinishedAnswers } from './finished-answers'
import { createPromptQueue, type QueueActions } from './prompt-queue'
import {
  type EditInput,
  type NewPromptInput,
  type PromptPorts,
  type RetryInput,
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
  readonly unanswered?: UnansweredPrompt | undefined
}

interface ComparedPrompt {
  readonly conversationId: string | null
  readonly parts: readonly Part[]
  readonly columns: readonly ChatParameters[]
  readonly unanswered?: UnansweredPrompt | undefined
}

export interface Chat extends TreeActions, QueueActions {
  /** Yields a snapshot, then changes. Ends if the signal aborts, the conversation is deleted, or the workspace closes. */
  watch(input: ConversationInput, signal?: AbortSignal): AsyncIterable<ChatEvent[]>
  /** In the given order, without missing ones. Reads deleted conversations too. */
  turns(input: ConversationInput & { readonly turnIds: readonly string[] }): Turn[]
  /** Prompt and answer are on the disk when this returns. `turnId` is the answer's. */
  send(input: Prompt): { conversationId: string; turnId: string }
  compare(input: ComparedPrompt): { conversationId: string; turnIds: string[] }
  /** `turnId` is that of the new answer, or of the edited one. */
  edit(input: EditInput): { turnId: string }
  regenerate(input: RetryInput): { turnId: string }
  continue(input: RetryInput): { turnId: string }
  /**
   * Saves the answers as `stopped` before it returns, or as soon as received files are saved. `turnId` limits it to an
   * answer, or to the answers of a prompt. Only after a single answer may a queued prompt follow.
   */
  stop(input: ConversationInput & { readonly turnId?: string | undefined }): void
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
  /** The running answers. */
  listRunning(): Turn[]
  /** Called once the answers of a chat, or of a step of an image session, have all ended. */
  onFinished(listener: (finished: FinishedAnswers) => void): void
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
  const held: HeldPrompts = new Map()
  const finished = createFinishedAnswers({ ...ports, runs })
  const onAnswer: typeof titles.onAnswer = (answer, provider) => {
    titles.onAnswer(answer, provider)
    finished.onAnswer(answer)
  }
  const runner = createAnswerRunner({ ...ports, publisher, runs, held, onAnswer })
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
    for (const run of listRuns(runs, conversationId)) {
      const { id, parentId } = run.turn
      if (turnId === undefined || turnId === id || turnId === parentId)
        run.halt('stopped', { holdsQueue: turnId !== id })
    }
  }

  return {
    ...createTree({ ...ports, publisher, runs, runner }),
    ...createPromptQueue({ ...ports, publisher, runs, held, runner, send: prompt }),
    prompt,
    isRunning,
    countRunning: () => runs.size,
    listRunning: () => [...runs.values()].map(({ turn }) => turn),
    onFinished: finished.subscribe,
    publish: (conversation) => publisher.publish(conversation.id, { type: 'conversation', conversation }),
    watch: ({ conversationId }, signal) => publisher.watch(conversationId, signal),
    turns: ({ conversationId, turnIds }) => publisher.readTurns(conversationId, turnIds),
    send({ parameters, ...prompt }) {
      const sent = compare({ ...prompt, columns: [parameters] })
      return { conversationId: sent.conversationId, turnId: sent.turnIds[0] ?? '' }
    },
    compare,
    regenerate: saveAndStart(saveRegeneration),
    continue: saveAndStart(saveContinuation),
    edit: saveAndStart(saveEdit),
    stop,
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
