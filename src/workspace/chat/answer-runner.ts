// Runs answers: requests, folds, saves and publishes them, and sends what follows a complete one.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { findModel } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import type { Turn } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import type { GenerateContentResponse } from '#shared/schemas/gemini-requests'
import { hasContent } from '#shared/schemas/sent-turns'
import { UpstreamKind } from '#shared/schemas/upstream'
import type { HttpRequest, HttpResponse, Send } from '#shared/wire/http'
import { createThrottle } from '../concurrency/timing'
import { findConversation, touchConversation } from '../conversations/conversation-rows'
import { hasGeneratedMedia, hasInlineMedia, storeMedia } from '../conversations/part-media'
import { listCompared } from '../conversations/tree/tree-rows'
import { updateTurn } from '../conversations/tree/turn-rows'
import type { RescuedRecords } from '../database/rescued-records'
import { saveQueuedStep } from '../images/queued-steps'
import type { Saves } from '../jobs/saves'
import { toJobError } from '../response'
import { type PromptRequestPorts, readAnswer, readAnswerInput, toChatHttpRequest } from './chat-http'
import { type ConversationPublisher, listRuns } from './conversation-publisher'
import { type AnswerOutcome, concludeAnswer, cutOffError, foldChunk, joinMetadata, partsOf } from './fold'
import { toRecordName } from './rescued-turns'
import { hasCalls, type PromptPorts, type SavedTurns, saveNextPrompt } from './save-turns'

export interface AnswerPorts extends PromptPorts, PromptRequestPorts {
  readonly send: Send
  /** Identifies the provider that requests are sent to now. */
  readonly currentProvider: () => string
  readonly saves: Saves
  /** Copies of turns that the database could not store. */
  readonly records: RescuedRecords
  /** Called in the transaction that saves the end of an answer with generated media. */
  readonly indexTurn?: (answer: Turn) => void
}

/** Queued prompts that are being edited, by id, with the answer after which each would have been sent, if any. */
export type HeldPrompts = Map<string, string | null>

interface RunnerPorts extends AnswerPorts {
  readonly publisher: ConversationPublisher
  readonly held: HeldPrompts
  /** Called with every answer that has ended, after it was saved. Null if the provider was switched meanwhile. */
  readonly onAnswer: (answer: Turn, provider: string | null) => void
  /** The running answers by turn id. */
  readonly runs: Map<string, AnswerRun>
}

export type AnswerRunner = ReturnType<typeof createAnswerRunner>

export function createAnswerRunner(ports: RunnerPorts) {
  const { connection, publisher, runs } = ports
  let isClosing = false

  const continueAfter = (answer: Turn, rounds: number): void => {
    if (isClosing) return
    if (findConversation(connection, answer.conversationId).kind === 'images') {
      const step = saveQueuedStep(ports, answer)
      if (step) start(step, 0)
      return
    }
    if (!canContinueFrom(ports, answer) || waitsForEdit(ports, answer)) return
    const next = saveNextPrompt(ports, answer, rounds)
    if (next) start(next, hasCalls(answer) ? rounds + 1 : 0)
  }
  const start = ({ conversationId, turns }: SavedTurns, rounds: number): void => {
    const started = turns
      .filter(({ state }) => state === 'running')
      .map((answer) => new AnswerRun(answer, ports, (run) => onEnd(run, rounds)))
    for (const run of started) runs.set(run.turn.id, run)
    publisher.publishTurns(turns)
    publisher.publishBranch(conversationId)
    for (const run of started) void run.start()
  }
  const onEnd = ({ turn: ended, canContinue, provider }: AnswerRun, rounds: number): void => {
    const { id, conversationId } = ended
    runs.delete(id)
    ignoreApiErrors(() => {
      publisher.publishTotals(conversationId)
      publisher.publishConversation(findConversation(connection, conversationId))
    })
    if (canContinue) ignoreApiErrors(() => continueAfter(ended, rounds))
    ports.onAnswer(ended, provider)
  }

  return {
    /** Publishes new turns, and requests the answers among them. */
    start: (saved: SavedTurns): void => start(saved, 0),
    /**
     * Sends mocked results or a queued prompt, if this answer is complete and the head of its conversation. In a
     * drawing, sends the step that waits for its image.
     */
    continueAfter: (findAnswer: () => Turn): void => ignoreApiErrors(() => continueAfter(findAnswer(), 0)),
    /** Ends running answers as interrupted. Resolves once they are saved, or in the rescue folder. */
    async close(): Promise<void> {
      isClosing = true
      const open = [...runs.values()]
      for (const run of open) run.halt('interrupted')
      await Promise.all(open.map(({ ended }) => ended))
    },
  }
}

/** Ignores storage errors after the end of an answer: the user can still continue the conversation. */
function ignoreApiErrors(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

function canContinueFrom({ connection, runs }: RunnerPorts, answer: Turn): boolean {
  if (answer.state !== 'complete' || !hasContent(answer) || listRuns(runs, answer.conversationId).length > 0)
    return false
  if (listCompared(connection, answer).length > 1) return false
  return findConversation(connection, answer.conversationId).headTurnId === answer.id
}

/** The next prompt is being edited. Its release continues from this answer. */
function waitsForEdit({ connection, held }: RunnerPorts, answer: Turn): boolean {
  const [next] = hasCalls(answer) ? [] : findConversation(connection, answer.conversationId).queued
  if (!next || !held.has(next.id)) return false
  held.set(next.id, answer.id)
  return true
}

/** Throws if an answer is running in the conversation. */
export function assertIdle(runs: ReadonlyMap<string, AnswerRun>, conversationId: string): void {
  const found = listRuns(runs, conversationId)
  if (found.length === 0) return
  const message = found.every(({ isSaving }) => isSaving)
    ? 'The last response isn’t saved yet. Choose Retry save, or queue the prompt.'
    : 'A response is still being generated in this chat. Stop it or wait for it to finish.'
  throw new ApiError('FAILED_PRECONDITION', message)
}

/** A crash may lose a second of streamed text, including the time that a save and the text itself take. */
const checkpointIntervalMs = 750

/** A running answer. It ends once it is saved. */
export class AnswerRun {
  /** Whether a queued prompt may be sent once the answer has ended. */
  canContinue = true
  /** The provider that the request was sent to; null if it was switched before the response. */
  provider: string | null = null
  #turn: Turn
  #chunks = 0
  #outcome: AnswerOutcome | null = null
  #isSavingFiles = false
  #isFinished = false
  #resolveEnded = () => {}
  /** Resolves once the answer is saved, or once the workspace closes and the rescue folder has it. */
  readonly ended = new Promise<void>((resolve) => {
    this.#resolveEnded = resolve
  })
  readonly #ports: RunnerPorts
  readonly #onEnd: (run: AnswerRun) => void
  /** The content of the answer that this one continues, if any. */
  readonly #initial: Pick<Turn, 'parts' | 'metadata'>
  /** Without the metadata of the continued answer. */
  #metadata: Turn['metadata'] = null
  readonly #startedAt = performance.now()
  readonly #abort = new AbortController()
  readonly #checkpoint = createThrottle(checkpointIntervalMs, () => this.#saveCheckpoint())

  /** `onEnd` is called once, after the last save and the last event. */
  constructor(turn: Turn, ports: RunnerPorts, onEnd: (run: AnswerRun) => void) {
    this.#turn = turn
    this.#ports = ports
    this.#onEnd = onEnd
    this.#initial = { parts: turn.parts, metadata: turn.metadata }
  }

  /** The answer received so far. */
  get turn(): Turn {
    return this.#turn
  }

  /** Whether the answer has ended but is not saved yet. */
  get isSaving(): boolean {
    return this.#isFinished
  }

  /** Never rejects: the turn has the error. */
  async start(): Promise<void> {
    try {
      // With long messages, saving the prompt, building the request and sending it each take long.
      await yieldToEventLoop()
      if (this.#outcome) return
      const request = await this.#toRequest()
      await yieldToEventLoop()
      if (this.#outcome) return
      this.provider = this.#ports.currentProvider()
      const response = await this.#ports.send(request)
      this.#setOrigin(response)
      for await (const chunk of readAnswer(response)) {
        // Drop chunks after the end.
        if (this.#outcome) return
        await this.#appendChunk(chunk)
        if (this.#outcome) return this.#end(this.#outcome)
      }
      this.#end(concludeAnswer(this.#turn, this.#chunks))
    } catch (error) {
      this.#end(this.#toOutcome(error))
    }
  }

  /**
   * Aborts the request and ends the answer without waiting for it. Received files are saved first. `holdsQueue`: the
   * user has stopped or deleted everything, so no queued prompt may follow.
   */
  halt(state: 'stopped' | 'interrupted', { holdsQueue = false } = {}): void {
    if (holdsQueue) this.canContinue = false
    this.#abort.abort()
    this.#end({ state, error: null })
  }

  /** Called when one of the compared answers was selected. The caller saves and publishes the turn. */
  endComparison(): void {
    this.#turn = { ...this.#turn, comparison: null }
  }

  async #toRequest(): Promise<HttpRequest> {
    const { media, models } = this.#ports
    if (findModel(this.#turn.model ?? '', models())?.kind === 'image') await media.checkWritable()
    return await toChatHttpRequest(readAnswerInput(this.#ports, this.#turn), media, this.#abort.signal)
  }

  async #appendChunk(chunk: GenerateContentResponse): Promise<void> {
    const sent = partsOf(chunk)
    const hasFiles = sent.some(hasInlineMedia)
    const parts = hasFiles ? await this.#saveFiles(sent) : sent
    this.#chunks += 1
    const initial = this.#turn.times.firstAnswer === null ? this.#initial.parts.length : 0
    const isContinued = this.#initial.parts.length > 0
    const isWhole = this.#turn.parameters?.streaming === false && !isContinued
    const chunkInput = { parts, initial, isWhole }
    const { state, deltas } = foldChunk({ ...this.#turn, metadata: this.#metadata }, chunk, chunkInput)
    this.#metadata = state.metadata
    const metadata = isContinued
      ? joinMetadata({ initial: this.#initial, continuation: state.metadata, parts: state.parts })
      : state.metadata
    this.#turn = { ...state, metadata }
    // Emptying the trash would delete a file that no saved turn refers to.
    if (hasFiles) this.#saveCheckpoint()
    else this.#checkpoint.schedule()
    if (deltas.length === 0) return
    this.#setTimes(parts)
    const { id, conversationId } = this.#turn
    this.#ports.publisher.publish(conversationId, { type: 'delta', turnId: id, deltas: [...deltas] })
  }

  /** Retries until the files are saved, because they have been billed. */
  async #saveFiles(parts: readonly Part[]): Promise<Part[]> {
    const { saves, media } = this.#ports
    this.#isSavingFiles = true
    try {
      const save = () => Promise.all(parts.map((part) => storeMedia(part, media.saveGenerated)))
      return await saves.run({ owner: this.#turn.id, save })
    } finally {
      this.#isSavingFiles = false
    }
  }

  /** Publishes the upstream before the first text, so that it is shown from the start. */
  #setOrigin(response: HttpResponse): void {
    this.#turn = { ...this.#turn, ...readOrigin(response) }
    if (this.#ports.currentProvider() !== this.provider) this.provider = null
    if (!this.#outcome) this.#publishTurn()
  }

  #setTimes(parts: readonly Part[]): void {
    const { times } = this.#turn
    const isAnswered = times.firstAnswer !== null || !parts.some(isAnswer)
    if (times.firstToken !== null && isAnswered) return
    const now = this.#sinceStart()
    const firstAnswer = isAnswered ? times.firstAnswer : now
    this.#turn = { ...this.#turn, times: { ...times, firstToken: times.firstToken ?? now, firstAnswer } }
  }

  #end(outcome: AnswerOutcome): void {
    if (!this.#outcome) {
      this.#outcome = outcome
      this.#turn = { ...this.#turn, times: { ...this.#turn.times, total: this.#sinceStart() } }
    }
    if (this.#isSavingFiles || this.#isFinished) return
    this.#isFinished = true
    this.#checkpoint.cancel()
    this.#turn = { ...this.#turn, ...this.#outcome }
    try {
      this.#save()
    } catch (error) {
      void this.#saveLater(error)
      return
    }
    this.#conclude()
  }

  /** Shows the complete answer meanwhile. A copy in the rescue folder survives a crash. */
  async #saveLater(error: unknown): Promise<void> {
    const { saves, records } = this.#ports
    const { id } = this.#turn
    const name = toRecordName(id)
    this.#publishTurn()
    let isRescued = false
    const onFailure = async () => {
      isRescued ||= await records.save(name, { kind: 'turn', turn: this.#turn }).then(
        () => true,
        () => false,
      )
      return isRescued
    }
    try {
      await saves.retry({ owner: id, save: () => this.#save(), onFailure }, error)
      // If it cannot be removed, the next start reads it again, which changes nothing.
      if (isRescued) await records.remove(name).catch(() => undefined)
    } catch {
      // The workspace closes, and the next start reads the copy.
    }
    this.#conclude()
  }

  #conclude(): void {
    this.#publishTurn()
    this.#onEnd(this)
    this.#resolveEnded()
  }

  #publishTurn(): void {
    this.#ports.publisher.publishTurns([this.#turn])
  }

  /** Saves the end durably, so that it survives a loss of power. */
  #save(): void {
    const { connection, now, indexTurn } = this.#ports
    const turn = this.#turn
    const transact = turn.state === 'running' ? connection.transact : connection.transactDurably
    transact(() => {
      updateTurn(connection, turn)
      if (turn.state === 'running') return
      touchConversation(connection, turn.conversationId, now())
      if (turn.parts.some(hasGeneratedMedia)) indexTurn?.(turn)
    })
  }

  #saveCheckpoint(): void {
    try {
      this.#save()
    } catch {
      // The next checkpoint saves again, and the last save is retried until it succeeds.
    }
  }

  #toOutcome(error: unknown): AnswerOutcome {
    // A connection that breaks after the finish reason or an error event is not another error.
    const { error: turnError, finishReason } = this.#turn
    if (turnError !== null || finishReason !== null) return concludeAnswer(this.#turn, this.#chunks)
    if (this.#chunks > 0 && !(error instanceof ApiError)) return { state: 'failed', error: cutOffError }
    return { state: 'failed', error: toJobError(error) }
  }

  #sinceStart(): number {
    return Math.round(performance.now() - this.#startedAt)
  }
}

function isAnswer(part: Part): boolean {
  return part.thought !== true && part.text !== ''
}

/** Reads the exchange id and the upstream from the gateway's headers. */
function readOrigin({ headers }: HttpResponse): Pick<Turn, 'exchangeId' | 'upstream'> {
  return {
    exchangeId: headers['x-exchange-id'] ?? null,
    upstream: UpstreamKind.nullable()
      .catch(null)
      .parse(headers['x-upstream'] ?? null),
  }
}
