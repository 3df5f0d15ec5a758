// One answer under way: calls the gateway, folds what comes, keeps it on the disk and tells those who watch.
import { ApiError } from '#shared/schemas/api-error'
import type { ChatEvent, Turn, TurnDelta } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import type { GenerateContentResponse } from '#shared/schemas/generation'
import { UpstreamKind } from '#shared/schemas/upstream'
import type { Answer, Call, Send } from '#shared/wire/call'
import { bearsMedia, keepMedia } from '../../library/part-media'
import type { Media } from '../../storage/media'
import { createThrottle } from '../../throttle'
import { concludeAnswer, cutOff, type Ending } from './conclude'
import { foldChunk, mergeDeltas, partsOf } from './fold'
import { joinMetadata } from './join-metadata'
import { readAnswer } from './read-answer'
import { toTurnError } from './turn-error'

export interface RunPorts {
  readonly send: Send
  readonly media: Media
  readonly now: () => number
  readonly toCall: (signal: AbortSignal) => Promise<Call>
  /** Writes the turn to the disk. */
  readonly save: (turn: Turn) => void
  readonly tell: (event: ChatEvent) => void
  /** Called once, after the last save and the last event. */
  readonly onEnd: (turn: Turn) => void
}

/** Milliseconds: what `kill -9` may cost of a streamed text, and a frame. */
const checkpointEvery = 1000
const tellEvery = 16

export class ChatRun {
  #turn: Turn
  #untold: readonly TurnDelta[] = []
  #chunks = 0
  #ended = false
  readonly #ports: RunPorts
  /** What it began with, where it goes on from another answer. */
  readonly #kept: Pick<Turn, 'parts' | 'metadata'>
  /** Without what it began with. */
  #metadata: Turn['metadata'] = null
  readonly #startedAt: number
  readonly #abort = new AbortController()
  readonly #checkpoint = createThrottle(checkpointEvery, () => this.#save())
  readonly #telling = createThrottle(tellEvery, () => this.tellNow())

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

  /** Never rejects: whatever happens is told by the turn. */
  async start(): Promise<void> {
    try {
      const call = await this.#ports.toCall(this.#abort.signal)
      if (this.#ended) return
      const answer = await this.#ports.send(call)
      this.#noteOrigin(answer)
      for await (const chunk of readAnswer(answer)) {
        // What comes after the end is not kept.
        if (this.#ended) return
        await this.#grow(chunk)
        if (this.#ended) return
      }
      this.#end(concludeAnswer(this.#turn, this.#chunks))
    } catch (error) {
      this.#end(this.#toEnding(error))
    }
  }

  /** At once: aborts the call, whether or not it heeds that. */
  halt(state: 'stopped' | 'interrupted'): void {
    this.#abort.abort()
    this.#end({ state, error: null })
  }

  /** For a new watcher, whose snapshot must be followed by nothing that it holds already. */
  tellNow(): void {
    if (this.#untold.length === 0) return
    const deltas = [...this.#untold]
    this.#untold = []
    this.#ports.tell({ type: 'delta', turnId: this.#turn.id, deltas })
  }

  /** It was chosen, or another one was. The caller keeps and tells it. */
  leaveComparison(): void {
    this.#turn = { ...this.#turn, comparison: null }
  }

  async #grow(chunk: GenerateContentResponse): Promise<void> {
    const sent = partsOf(chunk)
    const bearsFiles = sent.some(bearsMedia)
    const parts = bearsFiles
      ? await Promise.all(sent.map((part) => keepMedia(part, this.#ports.media)))
      : sent
    if (this.#ended) return
    this.#chunks += 1
    const kept = this.#turn.times.firstAnswer === null ? this.#kept.parts.length : 0
    const came = { parts, kept, isWhole: this.#isWhole }
    const { state, deltas } = foldChunk({ ...this.#turn, metadata: this.#metadata }, chunk, came)
    this.#metadata = state.metadata
    this.#turn = { ...state, metadata: this.#joinMetadata(state.parts) }
    // A file that no turn names is nobody's: the emptying of the bin would take it.
    if (bearsFiles) this.#save()
    else this.#checkpoint.ask()
    if (deltas.length === 0) return
    this.#noteTimes(parts)
    this.#untold = mergeDeltas(this.#untold, deltas)
    this.#telling.ask()
  }

  get #isWhole(): boolean {
    return this.#turn.parameters?.streaming === false && this.#kept.parts.length === 0
  }

  #joinMetadata(parts: readonly Part[]): Turn['metadata'] {
    const isContinued = this.#kept.parts.length > 0
    return isContinued ? joinMetadata({ kept: this.#kept, own: this.#metadata, parts }) : this.#metadata
  }

  /** Told before the first word: who makes the answer stands beside it from the start. */
  #noteOrigin(answer: Answer): void {
    this.#turn = { ...this.#turn, ...readOrigin(answer) }
    if (!this.#ended) this.#ports.tell({ type: 'turn', turn: this.#turn })
  }

  #noteTimes(came: readonly Part[]): void {
    const { times } = this.#turn
    const isAnswered = times.firstAnswer !== null || !came.some(isAnswer)
    if (times.firstToken !== null && isAnswered) return
    const now = this.#sinceStart()
    const firstAnswer = isAnswered ? times.firstAnswer : now
    this.#turn = { ...this.#turn, times: { ...times, firstToken: times.firstToken ?? now, firstAnswer } }
  }

  #end(ending: Ending): void {
    if (this.#ended) return
    this.#ended = true
    this.#checkpoint.cancel()
    this.#telling.cancel()
    this.#turn = { ...this.#turn, ...ending, times: { ...this.#turn.times, total: this.#sinceStart() } }
    const failure = this.#save()
    if (failure) this.#turn = { ...this.#turn, state: 'failed', error: failure }
    this.#ports.tell({ type: 'turn', turn: this.#turn })
    this.#ports.onEnd(this.#turn)
  }

  /** A checkpoint that fails is tried again by the next one; of the last one the user is told. */
  #save(): Turn['error'] {
    try {
      this.#ports.save(this.#turn)
      return null
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { code: 'INTERNAL', message: `The answer could not be kept. ${message}` }
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
function readOrigin({ headers }: Answer): Pick<Turn, 'exchangeId' | 'upstream'> {
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
