// Runs answers: requests, folds, saves and publishes each, and continues automatically once one is complete.
import { findModel } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import type { Turn, TurnDelta } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import type { GenerateContentResponse } from '#shared/schemas/generation'
import { UpstreamKind } from '#shared/schemas/upstream'
import type { HttpRequest, HttpResponse, Send } from '#shared/wire/http'
import { createThrottle } from '../concurrency/timing'
import { findConversation, touchConversation } from '../conversations/conversation-rows'
import { hasGeneratedMedia, hasInlineMedia, storeMedia } from '../conversations/part-media'
import { listCompared } from '../conversations/tree/tree-rows'
import { updateTurn } from '../conversations/tree/turn-rows'
import type { RescuedRecords } from '../database/rescued-records'
import type { Saves } from '../jobs/saves'
import { toJobError } from '../response'
import { type PromptRequestPorts, readAnswer, readAnswerInput, toChatHttpRequest } from './chat-http'
import { type ConversationPublisher, runsIn } from './conversation-publisher'
import {
  type AnswerOutcome,
  concludeAnswer,
  cutOff,
  foldChunk,
  joinMetadata,
  mergeDeltas,
  partsOf,
} from './fold'
import { toRecordName } from './rescued-turns'
import { hasCalls, type PromptPorts, type SavedTurns, saveNextPrompt } from './save-turns'

export interface AnswerPorts extends PromptPorts, PromptRequestPorts {
  readonly send: Send
  readonly saves: Saves
  /** Copies of turns that the database could not take. */
  readonly records: RescuedRecords
  /** Called in the transaction that saves the end of an answer with generated media. */
  readonly indexTurn?: (answer: Turn) => void
}

interface RunnerPorts extends AnswerPorts {
  readonly publisher: ConversationPublisher
  /** The answers in progress, by the ids of their turns. */
  readonly runs: Map<string, AnswerRun>
}

export interface AnswerRunner {
  /** Publishes new turns, and requests the answers among them. */
  start(saved: SavedTurns): void
  /** After this answer, if it is complete and the last of its conversation. */
  continueAfter(answer: Turn): void
  /** Ends what is in progress as interrupted. Resolves once it is saved, or in the rescue folder. */
  close(): Promise<void>
}

export function createAnswerRunner(ports: RunnerPorts): AnswerRunner {
  const { connection, publisher, runs } = ports
  let isClosing = false

  const continueAfter = (answer: Turn, rounds: number): void => {
    if (isClosing || !canContinueFrom(ports, answer)) return
    const next = saveNextPrompt(ports, answer, rounds)
    if (next) start(next, hasCalls(answer) ? rounds + 1 : 0)
  }
  const start = ({ conversationId, turns }: SavedTurns, rounds: number): void => {
    const started = turns
      .filter(({ state }) => state === 'running')
      .map((answer) => new AnswerRun(answer, ports, (ended) => onEnd(ended, rounds)))
    for (const run of started) runs.set(run.turn.id, run)
    publisher.publishTurns(turns)
    publisher.publishBranch(conversationId)
    for (const run of started) void run.start()
  }
  const onEnd = (ended: Turn, rounds: number): void => {
    const { id, conversationId } = ended
    runs.delete(id)
    attempt(() => {
      publisher.publishTotals(conversationId)
      publisher.publishConversation(findConversation(connection, conversationId))
    })
    attempt(() => continueAfter(ended, rounds))
  }

  return {
    start: (saved) => start(saved, 0),
    continueAfter: (answer) => attempt(() => continueAfter(answer, 0)),
    async close() {
      isClosing = true
      const open = [...runs.values()]
      for (const run of open) run.halt('interrupted')
      await Promise.all(open.map(({ ended }) => ended))
    },
  }
}

/** If the conversation cannot be read or written, the end of its answer stays an end, and the rest waits for the user. */
function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

function canContinueFrom({ connection, runs }: RunnerPorts, answer: Turn): boolean {
  if (answer.state !== 'complete' || runsIn(runs, answer.conversationId).length > 0) return false
  if (listCompared(connection, answer).length > 1) return false
  return findConversation(connection, answer.conversationId).headTurnId === answer.id
}

/** Throws if an answer is in progress in the conversation. */
export function assertIdle(runs: ReadonlyMap<string, AnswerRun>, conversationId: string): void {
  const found = runsIn(runs, conversationId)
  if (found.length === 0) return
  const message = found.every(({ isSaving }) => isSaving)
    ? 'The last response isn’t saved yet. Choose Retry save, or queue the prompt.'
    : 'A response is still being generated in this chat. Stop it or wait for it to finish.'
  throw new ApiError('FAILED_PRECONDITION', message)
}

/** Milliseconds: what `kill -9` may cost of a streamed text, and a frame. */
const checkpointIntervalMs = 1000
const publishIntervalMs = 16

/** One answer in progress. It ends once it is saved. */
export class AnswerRun {
  #turn: Turn
  #unpublished: readonly TurnDelta[] = []
  #chunks = 0
  #ending: AnswerOutcome | null = null
  #isSavingFiles = false
  #isFinished = false
  #resolveEnded = () => {}
  /** Resolves once it is saved, or once the workspace closes and the rescue folder has it. */
  readonly ended = new Promise<void>((resolve) => {
    this.#resolveEnded = resolve
  })
  readonly #ports: RunnerPorts
  readonly #onEnd: (turn: Turn) => void
  /** What it began with, if it continues from another answer. */
  readonly #initial: Pick<Turn, 'parts' | 'metadata'>
  /** Without what it began with. */
  #metadata: Turn['metadata'] = null
  readonly #startedAt: number
  readonly #abort = new AbortController()
  readonly #checkpoint = createThrottle(checkpointIntervalMs, () => this.#saveCheckpoint())
  readonly #publishing = createThrottle(publishIntervalMs, () => this.publishNow())

  /** `onEnd` is called once, after the last save and the last event. */
  constructor(turn: Turn, ports: RunnerPorts, onEnd: (turn: Turn) => void) {
    this.#turn = turn
    this.#ports = ports
    this.#onEnd = onEnd
    this.#initial = { parts: turn.parts, metadata: turn.metadata }
    this.#startedAt = ports.now()
  }

  /** The answer as far as it has come. */
  get turn(): Turn {
    return this.#turn
  }

  /** The response is complete or stopped, and not saved yet. */
  get isSaving(): boolean {
    return this.#isFinished
  }

  /** Never rejects: the turn says what went wrong. */
  async start(): Promise<void> {
    try {
      const request = await this.#toRequest()
      if (this.#ending) return
      const response = await this.#ports.send(request)
      this.#setOrigin(response)
      for await (const chunk of readAnswer(response)) {
        // What comes after the end is dropped.
        if (this.#ending) return
        await this.#appendChunk(chunk)
        if (this.#ending) return this.#end(this.#ending)
      }
      this.#end(concludeAnswer(this.#turn, this.#chunks))
    } catch (error) {
      this.#end(this.#toEnding(error))
    }
  }

  /** At once: aborts the request, whether or not it heeds that. Files that have come are saved first. */
  halt(state: 'stopped' | 'interrupted'): void {
    this.#abort.abort()
    this.#end({ state, error: null })
  }

  /** For a new watcher, whose snapshot must be followed by nothing that it holds already. */
  publishNow(): void {
    if (this.#unpublished.length === 0) return
    const { id, conversationId } = this.#turn
    const deltas = [...this.#unpublished]
    this.#unpublished = []
    this.#ports.publisher.publish(conversationId, { type: 'delta', turnId: id, deltas })
  }

  /** It was chosen, or another one was. The caller saves and publishes it. */
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
      ? joinMetadata({ initial: this.#initial, own: state.metadata, parts: state.parts })
      : state.metadata
    this.#turn = { ...state, metadata }
    // A file that no turn names belongs to nobody: emptying the trash would remove it.
    if (hasFiles) this.#saveCheckpoint()
    else this.#checkpoint.schedule()
    if (deltas.length === 0) return
    this.#setTimes(parts)
    this.#unpublished = mergeDeltas(this.#unpublished, deltas)
    this.#publishing.schedule()
  }

  /** They are paid for: they stay in memory until a folder takes them. */
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

  /** Published before the first word: who makes the answer is beside it from the start. */
  #setOrigin(response: HttpResponse): void {
    this.#turn = { ...this.#turn, ...readOrigin(response) }
    if (!this.#ending) this.#publishTurn()
  }

  #setTimes(chunkInput: readonly Part[]): void {
    const { times } = this.#turn
    const isAnswered = times.firstAnswer !== null || !chunkInput.some(isAnswer)
    if (times.firstToken !== null && isAnswered) return
    const now = this.#sinceStart()
    const firstAnswer = isAnswered ? times.firstAnswer : now
    this.#turn = { ...this.#turn, times: { ...times, firstToken: times.firstToken ?? now, firstAnswer } }
  }

  #end(ending: AnswerOutcome): void {
    if (!this.#ending) {
      this.#ending = ending
      this.#turn = { ...this.#turn, times: { ...this.#turn.times, total: this.#sinceStart() } }
    }
    if (this.#isSavingFiles || this.#isFinished) return
    this.#isFinished = true
    this.#checkpoint.cancel()
    this.#publishing.cancel()
    this.#turn = { ...this.#turn, ...this.#ending }
    try {
      this.#save()
    } catch (error) {
      void this.#saveLater(error)
      return
    }
    this.#conclude()
  }

  /** The whole response is shown meanwhile. A copy in the rescue folder survives whatever ends the process. */
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
      // One that stays is read again at the next start, and changes nothing.
      if (isRescued) await records.remove(name).catch(() => undefined)
    } catch {
      // The workspace closes: the next start reads the copy.
    }
    this.#conclude()
  }

  #conclude(): void {
    this.#publishTurn()
    this.#onEnd(this.#turn)
    this.#resolveEnded()
  }

  #publishTurn(): void {
    this.#ports.publisher.publishTurns([this.#turn])
  }

  /** The end survives a loss of power. */
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
      // The next one tries again, and the last save is retried until it succeeds.
    }
  }

  #toEnding(error: unknown): AnswerOutcome {
    // A connection that breaks after the finish reason, or after an error event, says nothing new.
    const { error: folded, finishReason } = this.#turn
    if (folded !== null || finishReason !== null) return concludeAnswer(this.#turn, this.#chunks)
    if (this.#chunks > 0 && !(error instanceof ApiError)) return { state: 'failed', error: cutOff }
    return { state: 'failed', error: toJobError(error) }
  }

  #sinceStart(): number {
    return Math.round(this.#ports.now() - this.#startedAt)
  }
}

function isAnswer(part: Part): boolean {
  return part.thought !== true && part.text !== ''
}

/** The gateway names in headers the exchange it logged and who made the answer. */
function readOrigin({ headers }: HttpResponse): Pick<Turn, 'exchangeId' | 'upstream'> {
  return {
    exchangeId: headers['x-exchange-id'] ?? null,
    upstream: UpstreamKind.nullable()
      .catch(null)
      .parse(headers['x-upstream'] ?? null),
  }
}
