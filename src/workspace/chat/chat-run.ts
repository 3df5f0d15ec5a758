// One response in progress: requests it, folds its chunks, saves it and publishes it. It ends once it is saved.
import { ApiError } from '#shared/schemas/api-error'
import type { ChatEvent, Turn, TurnDelta } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import type { GenerateContentResponse } from '#shared/schemas/generation'
import { UpstreamKind } from '#shared/schemas/upstream'
import type { HttpRequest, HttpResponse, Send } from '#shared/wire/http'
import { createThrottle } from '../concurrency/timing'
import { hasInlineMedia, storeMedia } from '../conversations/part-media'
import type { Saves } from '../jobs/saves'
import type { Media } from '../media/media'
import { toTurnError } from '../response'
import { readAnswer } from './chat-http'
import { type AnswerState, foldChunk, joinMetadata, mergeDeltas, partsOf } from './fold'
import type { RescuedTurns } from './rescued-turns'

interface RunPorts {
  readonly send: Send
  readonly media: Media
  readonly now: () => number
  readonly toCall: (signal: AbortSignal) => Promise<HttpRequest>
  /** Writes the turn to the disk. */
  readonly save: (turn: Turn) => void
  /** Copies of turns that the database could not take. */
  readonly rescue: RescuedTurns
  readonly saves: Saves
  readonly publish: (event: ChatEvent) => void
  /** Called once, after the last save and the last event. */
  readonly onEnd: (turn: Turn) => void
}

/** Milliseconds: what `kill -9` may cost of a streamed text, and a frame. */
const checkpointIntervalMs = 1000
const publishIntervalMs = 16

export class ChatRun {
  #turn: Turn
  #unpublished: readonly TurnDelta[] = []
  #chunks = 0
  #ending: Ending | null = null
  #isSavingFiles = false
  #isFinished = false
  #resolveEnded = () => {}
  /** Resolves once it is saved, or once the workspace closes and the rescue folder has it. */
  readonly ended = new Promise<void>((resolve) => {
    this.#resolveEnded = resolve
  })
  readonly #ports: RunPorts
  /** What it began with, if it continues from another answer. */
  readonly #kept: Pick<Turn, 'parts' | 'metadata'>
  /** Without what it began with. */
  #metadata: Turn['metadata'] = null
  readonly #startedAt: number
  readonly #abort = new AbortController()
  readonly #checkpoint = createThrottle(checkpointIntervalMs, () => this.#save())
  readonly #publishing = createThrottle(publishIntervalMs, () => this.publishNow())

  constructor(turn: Turn, ports: RunPorts) {
    this.#turn = turn
    this.#ports = ports
    this.#kept = { parts: turn.parts, metadata: turn.metadata }
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

  /** Never rejects: whatever happens is told by the turn. */
  async start(): Promise<void> {
    try {
      const call = await this.#ports.toCall(this.#abort.signal)
      if (this.#ending) return
      const answer = await this.#ports.send(call)
      this.#setOrigin(answer)
      for await (const chunk of readAnswer(answer)) {
        // What comes after the end is not kept.
        if (this.#ending) return
        await this.#appendChunk(chunk)
        if (this.#ending) return this.#end(this.#ending)
      }
      this.#end(concludeAnswer(this.#turn, this.#chunks))
    } catch (error) {
      this.#end(this.#toEnding(error))
    }
  }

  /** At once: aborts the call, whether or not it heeds that. Files that have come are saved first. */
  halt(state: 'stopped' | 'interrupted'): void {
    this.#abort.abort()
    this.#end({ state, error: null })
  }

  /** For a new watcher, whose snapshot must be followed by nothing that it holds already. */
  publishNow(): void {
    if (this.#unpublished.length === 0) return
    const deltas = [...this.#unpublished]
    this.#unpublished = []
    this.#ports.publish({ type: 'delta', turnId: this.#turn.id, deltas })
  }

  /** It was chosen, or another one was. The caller keeps and tells it. */
  endComparison(): void {
    this.#turn = { ...this.#turn, comparison: null }
  }

  async #appendChunk(chunk: GenerateContentResponse): Promise<void> {
    const sent = partsOf(chunk)
    const hasFiles = sent.some(hasInlineMedia)
    const parts = hasFiles ? await this.#saveFiles(sent) : sent
    this.#chunks += 1
    const kept = this.#turn.times.firstAnswer === null ? this.#kept.parts.length : 0
    const came = { parts, kept, isWhole: this.#isWhole }
    const { state, deltas } = foldChunk({ ...this.#turn, metadata: this.#metadata }, chunk, came)
    this.#metadata = state.metadata
    this.#turn = { ...state, metadata: this.#joinMetadata(state.parts) }
    // A file that no turn names is nobody's: the emptying of the trash would take it.
    if (hasFiles) this.#save()
    else this.#checkpoint.ask()
    if (deltas.length === 0) return
    this.#setTimes(parts)
    this.#unpublished = mergeDeltas(this.#unpublished, deltas)
    this.#publishing.ask()
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

  get #isWhole(): boolean {
    return this.#turn.parameters?.streaming === false && this.#kept.parts.length === 0
  }

  #joinMetadata(parts: readonly Part[]): Turn['metadata'] {
    const isContinued = this.#kept.parts.length > 0
    return isContinued ? joinMetadata({ kept: this.#kept, own: this.#metadata, parts }) : this.#metadata
  }

  /** Told before the first word: who makes the answer is beside it from the start. */
  #setOrigin(answer: HttpResponse): void {
    this.#turn = { ...this.#turn, ...readOrigin(answer) }
    if (!this.#ending) this.#ports.publish({ type: 'turn', turn: this.#turn })
  }

  #setTimes(came: readonly Part[]): void {
    const { times } = this.#turn
    const isAnswered = times.firstAnswer !== null || !came.some(isAnswer)
    if (times.firstToken !== null && isAnswered) return
    const now = this.#sinceStart()
    const firstAnswer = isAnswered ? times.firstAnswer : now
    this.#turn = { ...this.#turn, times: { ...times, firstToken: times.firstToken ?? now, firstAnswer } }
  }

  #end(ending: Ending): void {
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
      this.#ports.save(this.#turn)
    } catch (error) {
      void this.#saveLater(error)
      return
    }
    this.#conclude()
  }

  /** The whole response is shown meanwhile. A copy in the rescue folder survives whatever ends the process. */
  async #saveLater(error: unknown): Promise<void> {
    const { saves, save, rescue, publish } = this.#ports
    const { id } = this.#turn
    publish({ type: 'turn', turn: this.#turn })
    let isRescued = false
    const onFailure = async () => {
      isRescued ||= await rescue.save(this.#turn)
      return isRescued
    }
    try {
      await saves.retry({ owner: id, save: () => save(this.#turn), onFailure }, error)
      if (isRescued) await rescue.remove(id)
    } catch {
      // The workspace closes: the next start reads the copy.
    }
    this.#conclude()
  }

  #conclude(): void {
    this.#ports.publish({ type: 'turn', turn: this.#turn })
    this.#ports.onEnd(this.#turn)
    this.#resolveEnded()
  }

  /** A checkpoint that fails is tried again by the next one. */
  #save(): void {
    try {
      this.#ports.save(this.#turn)
    } catch {
      // The last save is retried until it succeeds.
    }
  }

  #toEnding(error: unknown): Ending {
    // A connection that breaks after the finish reason, or after an error event, says nothing new.
    const { error: folded, finishReason } = this.#turn
    if (folded !== null || finishReason !== null) return concludeAnswer(this.#turn, this.#chunks)
    if (error instanceof ApiError) return { state: 'failed', error: toTurnError(error) }
    return { state: 'failed', error: this.#chunks > 0 ? cutOff : noAnswer(error) }
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

function noAnswer(error: unknown): NonNullable<Turn['error']> {
  const reason = error instanceof Error ? error.message : String(error)
  return { code: 'UNAVAILABLE', message: `No answer came: ${reason}` }
}

type Ending = Pick<Turn, 'state' | 'error'>

const cutOff = {
  code: 'ABORTED',
  message: 'The answer was cut off: the service ended it without a finish reason. What had come is kept.',
} as const

const empty = {
  code: 'ABORTED',
  message: 'Empty response: the service accepted the prompt and sent nothing.',
} as const

/** `chunks` is how many came (decisions §5, §6; wire §3.1). */
function concludeAnswer(answer: AnswerState, chunks: number): Ending {
  if (answer.error) return { state: 'failed', error: answer.error }
  if (answer.finishReason !== null) return { state: 'complete', error: null }
  if (answer.blockReason !== null) {
    const message = `The service blocked the prompt (${answer.blockReason}).`
    return { state: 'failed', error: { code: 'FAILED_PRECONDITION', message } }
  }
  return { state: 'failed', error: chunks === 0 ? empty : cutOff }
}

export interface ActiveRuns {
  add(run: ChatRun): void
  remove(turnId: string): void
  get(turnId: string): ChatRun | undefined
  of(conversationId: string): ChatRun[]
  all(): ChatRun[]
  isRunning(conversationId: string): boolean
  count(): number
  /** Throws with a sentence where an answer is in progress in the conversation. */
  refuse(conversationId: string): void
}

export function createActiveRuns(): ActiveRuns {
  const runs = new Map<string, ChatRun>()
  const of = (conversationId: string) =>
    [...runs.values()].filter(({ turn }) => turn.conversationId === conversationId)
  const isRunning = (conversationId: string) => of(conversationId).length > 0
  return {
    add: (run) => void runs.set(run.turn.id, run),
    remove: (turnId) => void runs.delete(turnId),
    get: (turnId) => runs.get(turnId),
    of,
    all: () => [...runs.values()],
    isRunning,
    count: () => runs.size,
    refuse(conversationId) {
      const found = of(conversationId)
      if (found.length === 0) return
      const message = found.every(({ isSaving }) => isSaving)
        ? 'The last response is not saved yet. Choose Retry save, or queue the prompt.'
        : 'A response is still being generated in this chat. Stop it or wait for it to finish.'
      throw new ApiError('FAILED_PRECONDITION', message)
    },
  }
}
