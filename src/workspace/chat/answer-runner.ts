// Runs answers, and continues automatically once one is complete: with mocked results, or with the next queued prompt.
import { findModel } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import type { Turn } from '#shared/schemas/chat'
import { maxMockRounds } from '#shared/schemas/chat-parameters'
import type { Send } from '#shared/wire/http'
import { findConversation, touchConversation } from '../conversations/conversation-rows'
import { hasGeneratedMedia } from '../conversations/part-media'
import { listCompared } from '../conversations/tree/tree-rows'
import { updateTurn } from '../conversations/tree/turn-rows'
import type { Saves } from '../jobs/saves'
import type { Media } from '../media/media'
import { type AnswerInputPorts, answerWithMocks, hasCalls, readAnswerInput } from './answer-input'
import { toChatHttpRequest } from './chat-http'
import { type ActiveRuns, ChatRun } from './chat-run'
import type { ChatFeed, ConversationPublisher } from './conversation-publisher'
import type { RescuedTurns } from './rescued-turns'
import { type PromptPorts, type SavedTurns, savePrompt } from './save-turns'

interface RunnerPorts extends PromptPorts, AnswerInputPorts {
  readonly media: Media
  readonly send: Send
  readonly feed: ChatFeed
  readonly publisher: ConversationPublisher
  readonly active: ActiveRuns
  readonly rescue: RescuedTurns
  readonly saves: Saves
  readonly collect?: (answer: Turn) => void
}

export interface AnswerRunner {
  /** Tells of new turns, and asks for those of them that are answers. */
  begin(saved: SavedTurns): void
  /** After this answer, if it is the last word of the conversation and complete. */
  continueAfter(answer: Turn): void
  /** Ends what is in progress as interrupted. Resolves once it is saved, or in the rescue folder. */
  close(): Promise<void>
}

export function createAnswerRunner(ports: RunnerPorts): AnswerRunner {
  const { publisher, active } = ports
  let isClosing = false

  const goOn = (answer: Turn, rounds: number): void => {
    if (isClosing || !canContinueFrom(ports, answer)) return
    const next = saveNext(ports, answer, rounds)
    if (next) begin(next, hasCalls(answer) ? rounds + 1 : 0)
  }
  const begin = (saved: SavedTurns, rounds: number): void => {
    const answers = saved.turns.filter(({ state }) => state === 'running')
    const runs = answers.map((answer) => openRun(ports, answer, (ended) => onEnd(ended, rounds)))
    for (const run of runs) active.add(run)
    publisher.publishTurns(saved.turns)
    publisher.publishBranch(saved.conversationId)
    for (const run of runs) void run.start()
  }
  const onEnd = (ended: Turn, rounds: number): void => {
    active.remove(ended.id)
    publishEnd(ports, ended)
    attempt(() => goOn(ended, rounds))
  }

  return {
    begin: (saved) => begin(saved, 0),
    continueAfter: (answer) => attempt(() => goOn(answer, 0)),
    async close() {
      isClosing = true
      const runs = active.all()
      for (const run of runs) run.halt('interrupted')
      await Promise.all(runs.map(({ ended }) => ended))
    },
  }
}

function openRun(ports: RunnerPorts, answer: Turn, onEnd: (ended: Turn) => void): ChatRun {
  const { media, models } = ports
  return new ChatRun(answer, {
    ...ports,
    async toCall(signal) {
      if (findModel(answer.model ?? '', models())?.kind === 'image') await media.checkWritable()
      return await toChatHttpRequest(readAnswerInput(ports, answer), media, signal)
    },
    save: (turn) => saveProgress(ports, turn),
    publish: (event) => ports.feed.publish(answer.conversationId, event),
    onEnd,
  })
}

/** The end survives a loss of power. */
function saveProgress({ connection, now, collect }: RunnerPorts, turn: Turn): void {
  const transact = turn.state === 'running' ? connection.transact : connection.transactDurably
  transact(() => {
    updateTurn(connection, turn)
    if (turn.state === 'running') return
    touchConversation(connection, turn.conversationId, now())
    if (turn.parts.some(hasGeneratedMedia)) collect?.(turn)
  })
}

/** If the conversation cannot be read the turn has told so, and the end stays an end. */
function publishEnd({ connection, publisher }: RunnerPorts, ended: Turn): void {
  attempt(() => {
    publisher.publishTotals(ended.conversationId)
    publisher.publishConversation(findConversation(connection, ended.conversationId))
  })
}

/** What cannot be kept or read waits for the user, and the conversation is as it is. */
function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

function canContinueFrom({ connection, active }: RunnerPorts, answer: Turn): boolean {
  if (answer.state !== 'complete' || active.isRunning(answer.conversationId)) return false
  if (listCompared(connection, answer).length > 1) return false
  return findConversation(connection, answer.conversationId).headTurnId === answer.id
}

/** Calls without a mock wait for the user, and the queue waits with them. */
function saveNext(ports: RunnerPorts, answer: Turn, rounds: number): SavedTurns | undefined {
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
