// Sends and queues prompts, runs answers, and publishes them to watchers.

import { costOfAnswer, findPrice, needsImageCount, toLocalDay } from '#shared/prices/cost'
import type {
  ChatEvent,
  Conversation,
  ConversationCost,
  PromptRequest,
  Turn,
  UnansweredPrompt,
} from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { type Part, UsageMetadata } from '#shared/schemas/content'
import type { PriceRates, PriceTable } from '#shared/schemas/prices'
import { UpstreamKind } from '#shared/schemas/upstream'
import type { Changes } from '../changes'
import {
  findConversation,
  findConversationIfPresent,
  type StoredConversation,
} from '../conversations/conversation-rows'
import type { Connection } from '../database/connection'
import { parseStored } from '../parse-json'
import {
  type AnswerPorts,
  type AnswerRun,
  assertIdle,
  createAnswerRunner,
  type HeldPrompts,
} from './answer-runner'
import { describePrompt } from './chat-http'
import { ConversationPublisher, type LiveAnswer, listRuns } from './conversation-publisher'
import { createPromptQueue } from './prompt-queue'
import {
  type NewPromptInput,
  type PromptPorts,
  type SavedTurns,
  saveContinuation,
  saveEdit,
  savePrompt,
  saveRegeneration,
} from './save-turns'
import { createTitleWriter, type TitlePorts } from './title-writer'
import { assertReady, createTree } from './tree'

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

interface ChatPorts extends AnswerPorts, TitlePorts {
  readonly changes: Changes
  readonly prices: () => PriceTable
}

export type ChatService = ReturnType<typeof createChat>

/** Without what only the workspace uses. */
export type Chat = Omit<
  ChatService,
  | 'deleteEmptySteps'
  | 'restoreSteps'
  | 'prompt'
  | 'isRunning'
  | 'countRunning'
  | 'listRunning'
  | 'publish'
  | 'endConversation'
  | 'close'
>

export function createChat(ports: ChatPorts) {
  const { connection } = ports
  const runs = new Map<string, AnswerRun>()
  const publisher = new ConversationPublisher({ ...ports, runs })
  const titles = createTitleWriter({
    ...ports,
    onTitle: (conversationId) => publisher.publishConversation(findConversation(connection, conversationId)),
  })
  const held: HeldPrompts = new Map()
  const finished = createFinishedAnswers(connection, runs, ports.now)
  const onAnswer: typeof titles.onAnswer = (answer, provider) => {
    titles.onAnswer(answer, provider)
    finished.onAnswer(answer)
  }
  const runner = createAnswerRunner({ ...ports, publisher, runs, held, onAnswer })
  const isRunning = (conversationId: string) => listRuns(runs, conversationId).length > 0

  /** Saves a prompt and requests its answers, even if others are running. `turnIds` are those of the answers. */
  const prompt = (input: NewPromptInput): { conversationId: string; turnIds: string[] } => {
    const saved = savePrompt(ports, input)
    runner.start(saved)
    const answers = saved.turns.filter(({ role }) => role === 'model')
    return { conversationId: saved.conversationId, turnIds: answers.map(({ id }) => id) }
  }
  const compare = (input: ComparedPrompt) => {
    assertReady({ connection, runs }, input.conversationId)
    return prompt(input)
  }
  const saveAndStart = <Input extends ConversationInput>(
    save: (ports: PromptPorts, input: Input) => SavedTurns,
  ) => {
    /** `turnId` is that of the new answer, or of the edited one. */
    return (input: Input) => {
      const { kind } = findConversation(connection, input.conversationId)
      // The variations of a drawing run in parallel; a chat has one answer at a time.
      if (kind === 'chat') assertIdle(runs, input.conversationId)
      const saved = save(ports, input)
      runner.start(saved)
      return { turnId: saved.turns.at(-1)?.id ?? '' }
    }
  }
  /**
   * Saves the answers as `stopped` before it returns, or as soon as received files are saved. `turnId` limits it to an
   * answer, or to the answers of a prompt. Only after a single answer may a queued prompt follow.
   */
  const stop = ({
    conversationId,
    turnId,
  }: ConversationInput & { readonly turnId?: string | undefined }): void => {
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
    /** The running answers. */
    listRunning: (): Turn[] => [...runs.values()].map(({ turn }) => turn),
    /** Called once the answers of a chat, or of a step of an image session, have all ended. */
    onFinished: finished.subscribe,
    publish: (conversation: Conversation): void =>
      publisher.publish(conversation.id, { type: 'conversation', conversation }),
    /** Yields a snapshot, then changes. Ends if the signal aborts, the conversation is deleted, or the workspace closes. */
    watch: ({ conversationId }: ConversationInput, signal?: AbortSignal): AsyncIterable<ChatEvent[]> =>
      publisher.watch(conversationId, signal),
    /** In the given order, without missing ones. Reads deleted conversations too. */
    turns: ({
      conversationId,
      turnIds,
    }: ConversationInput & { readonly turnIds: readonly string[] }): Turn[] =>
      publisher.readTurns(conversationId, turnIds),
    /** Prompt and answer are on the disk when this returns. `turnId` is the answer's. */
    send({ parameters, ...prompt }: Prompt) {
      const sent = compare({ ...prompt, columns: [parameters] })
      return { conversationId: sent.conversationId, turnId: sent.turnIds[0] ?? '' }
    },
    compare,
    regenerate: saveAndStart(saveRegeneration),
    continue: saveAndStart(saveContinuation),
    edit: saveAndStart(saveEdit),
    stop,
    /** Describes the request of an answer, or for a prompt. */
    request: (input: ConversationInput & { readonly turnId: string }): Promise<PromptRequest> =>
      describePrompt(ports, input),
    cost: ({ conversationId }: ConversationInput): ConversationCost =>
      readCost(connection, ports.prices(), conversationId),
    /** Stops the answers, and ends the events of watchers. */
    endConversation(conversationId: string): void {
      stop({ conversationId })
      publisher.endConversation(conversationId)
    },
    /** Resolves once nothing is being written. */
    async close(): Promise<void> {
      await Promise.all([runner.close(), titles.close()])
      publisher.close()
    },
  }
}

interface AnswerRow {
  readonly id: string
  readonly model: string | null
  readonly modelVersion: string | null
  readonly upstream: string
  readonly usage: string | null
  readonly createdAt: number
  readonly imageSize: string | null
}

/** Includes deleted answers, which were billed too. Failed ones without usage were not. */
const answersSql = `SELECT id, model, model_version AS modelVersion, upstream, usage, created_at AS createdAt,
    CASE WHEN json_valid(parameters) THEN json_extract(parameters, '$.imageSize') END AS imageSize
  FROM turns WHERE conversation_id = ? AND role = 'model' AND upstream IN ('service', 'vendor', 'openai')
    AND (usage IS NOT NULL OR state IN ('complete', 'stopped', 'interrupted'))`

/** Only for answers with a price per image, because this reads their parts. */
const imagesSql = `SELECT turns.id, count(*) AS images
  FROM json_each(?) AS asked JOIN turns ON turns.id = asked.value, json_each(CASE WHEN json_valid(turns.parts) THEN turns.parts ELSE '[]' END) AS part
  WHERE json_extract(part.value, '$.thought') IS NOT 1 AND coalesce(
    json_extract(part.value, '$.inlineData.mimeType'), json_extract(part.value, '$.inlineData.mime_type'),
    json_extract(part.value, '$.inline_data.mimeType'), json_extract(part.value, '$.inline_data.mime_type')
  ) LIKE 'image/%' GROUP BY turns.id`

function readCost(connection: Connection, prices: PriceTable, conversationId: string): ConversationCost {
  if (prices.entries.length === 0) return { nanos: null, unknown: 0 }
  const answers = findPrices(connection.all<AnswerRow>(answersSql, [conversationId]), prices)
  const perImage = answers.filter(({ rates }) => rates !== null && needsImageCount(rates))
  const images = countImages(connection, perImage)
  const costs = answers.map(({ id, rates, usage, imageSize }) => {
    const read = usage === null ? null : (parseStored(UsageMetadata, usage) ?? null)
    return rates && costOfAnswer(rates, { usage: read, imageSize, images: images.get(id) ?? 0 })
  })
  const known = costs.filter((cost) => cost !== null)
  return {
    nanos: known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0),
    unknown: costs.length - known.length,
  }
}

/** Searches the table once for each model and day: a chat may have thousands of answers. */
function findPrices(rows: readonly AnswerRow[], prices: PriceTable) {
  const found = new Map<string, PriceRates | null>()
  return rows.map((row) => {
    const provider = UpstreamKind.parse(row.upstream)
    const key = JSON.stringify([row.model, row.modelVersion, provider, toLocalDay(row.createdAt)])
    let rates = found.get(key)
    if (rates === undefined) {
      rates = findPrice(prices, { ...row, provider, at: row.createdAt })?.rates ?? null
      found.set(key, rates)
    }
    return { ...row, rates }
  })
}

function countImages(
  connection: Connection,
  answers: readonly Pick<AnswerRow, 'id'>[],
): ReadonlyMap<string, number> {
  if (answers.length === 0) return new Map()
  const ids = JSON.stringify(answers.map(({ id }) => id))
  const rows = connection.all<{ id: string; images: number }>(imagesSql, [ids])
  return new Map(rows.map(({ id, images }) => [id, images]))
}

export interface FinishedAnswers {
  readonly conversation: StoredConversation
  /** Those of the last prompt: several if they are compared, or are variations of an image. */
  readonly answers: readonly Turn[]
  /** Since the first answer was requested. In a chat, queued prompts and function results may have followed it. */
  readonly milliseconds: number
}

function createFinishedAnswers(
  connection: Connection,
  runs: ReadonlyMap<string, LiveAnswer>,
  now: () => number,
) {
  const listeners = new Set<(finished: FinishedAnswers) => void>()
  /** Answers that have ended while others of the same work are running, by conversation, or by step. */
  const ended = new Map<string, readonly Turn[]>()

  const report = (conversation: StoredConversation, work: readonly Turn[], last: Turn) => {
    const milliseconds = now() - Math.min(...work.map(({ createdAt }) => createdAt))
    const answers = work.filter(({ parentId }) => parentId === last.parentId)
    for (const listener of listeners) listener({ conversation, answers, milliseconds })
  }
  return {
    subscribe: (listener: (finished: FinishedAnswers) => void) => void listeners.add(listener),
    /** Call it once the answer is no longer running, and what follows it has started. */
    onAnswer(answer: Turn): void {
      const conversation = findConversationIfPresent(connection, answer.conversationId)
      if (!conversation) return
      const keyOf = ({ parentId, conversationId }: Turn) =>
        conversation.kind === 'images' ? `${conversationId} ${parentId}` : conversationId
      const key = keyOf(answer)
      const work = [...(ended.get(key) ?? []), answer]
      const continues = listRuns(runs, answer.conversationId).some(({ turn }) => keyOf(turn) === key)
      if (continues) ended.set(key, work)
      else {
        ended.delete(key)
        report(conversation, work, answer)
      }
    },
  }
}
