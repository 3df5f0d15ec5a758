// Runs one transcription: reads the audio, sends its pieces, and saves their text.

import { ApiError } from '#shared/schemas/api-error'
import type { JobError } from '#shared/schemas/job'
import { createThrottle, waitFor } from '../concurrency/timing'
import { isDatabaseBusy } from '../database/connection'
import { isSameUpstream, toJobUpstream } from '../jobs/current-upstream'
import { mayHaveBeenSent, rateLimitDelay, toJobError } from '../response'
import {
  makePieceFile,
  type OpenSource,
  openSource,
  planSending,
  readLimits,
  replanPiece,
} from './audio-pieces'
import { type AudioFile, sendPiece } from './request-transcription'
import type { TranscriptRows } from './transcript-rows'
import type {
  StoredPiece,
  StoredTranscription,
  TranscriptionPorts,
  TranscriptionProgress,
  TranscriptionStore,
} from './transcription-kind'
import type { LiveProgress } from './transcription-view'
import { saveTranscript } from './transcripts'

/** Milliseconds: so much of a streamed response may be lost with the program. */
const saveIntervalMs = 1000
/** Milliseconds: how often a wait says how long it will be, and looks whether to continue. */
const waitStepMs = 1000
/** Seconds of a piece that is not cut any further. */
const minSplit = 4
/** Seconds: a piece's last packet may exceed its end. */
const tolerance = 1

export const endedByProgram: JobError = {
  code: 'ABORTED',
  message: 'Gen Playground closed while a chunk was being sent. The result of that chunk is unknown.',
}

interface RunPorts extends TranscriptionPorts {
  readonly store: TranscriptionStore
  readonly rows: TranscriptRows
  /** The program ends. */
  readonly isClosing: () => boolean
}

type Change = Parameters<TranscriptionStore['change']>[1]

export class TranscriptionRun {
  readonly #id: string
  readonly #ports: RunPorts
  readonly #live: LiveProgress
  readonly #signal: AbortSignal

  constructor(id: string, live: LiveProgress, ports: RunPorts) {
    this.#id = id
    this.#live = live
    this.#signal = live.stopping.signal
    this.#ports = ports
  }

  /** Never rejects. Whoever stops it has changed the job's state before, except at the end of the program. */
  async run(): Promise<void> {
    try {
      const source = await openSource(this.#ports.media, this.#job.input.source)
      await this.#whenUnlocked(() => this.#plan(source))
      const step = async (): Promise<boolean> => {
        this.#signal.throwIfAborted()
        const at = this.#job.progress.pieces.findIndex(({ state }) => state !== 'done')
        if (at >= 0) return await this.#sendNext(source, at)
        await this.#saveUntilStored(() => saveTranscript(this.#id, this.#ports))
        return false
      }
      while (await this.#whenUnlocked(step));
    } catch (error) {
      if (this.#ports.isClosing()) this.#interrupt()
      else if (!this.#signal.aborted) await this.#endBy(error)
    }
  }

  get #job(): StoredTranscription {
    return this.#ports.store.find(this.#id)
  }

  #change(change: Change): void {
    this.#ports.store.change(this.#id, change)
  }

  #publish(): void {
    this.#ports.store.publish(this.#id)
  }

  /** Repeats a step that another program's write lock has stopped: it has sent nothing that it would send again. */
  async #whenUnlocked<Result>(step: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await step()
      } catch (error) {
        if (!isDatabaseBusy(error)) throw error
        await this.#ports.connection.lock.whenFree(this.#signal)
      }
    }
  }

  /** Pieces that are known already stay: those that have come never change their bounds. */
  async #plan(sound: OpenSource): Promise<void> {
    if (this.#job.progress.pieces.length > 0) return
    const limits = readLimits(this.#ports.settings.read())
    const pieces = await planSending({ sound, limits, findLoudness: () => this.#findLoudness() })
    this.#signal.throwIfAborted()
    this.#change({ progress: { pieces: [...pieces] } })
  }

  async #findLoudness() {
    const { media, mimeType } = this.#job.input.source
    this.#live.waiting = 'Finding silences to split the file into chunks.'
    this.#publish()
    try {
      return await this.#ports.loudness.want({ media, mimeType }, this.#signal)
    } finally {
      this.#live.waiting = null
    }
  }

  /** Whether to continue. */
  async #sendNext(source: OpenSource, at: number): Promise<boolean> {
    if (this.#leaves()) return false
    const { folder, media } = this.#ports
    const { input, progress } = this.#job
    await media.checkWritable()
    // The media folder may have moved since the last piece.
    const { path } = await media.open(input.source.media)
    const { pieces } = progress
    const made = await makePieceFile({
      source: { ...source, path },
      pieces,
      at,
      folder,
      signal: this.#signal,
    })
    try {
      this.#signal.throwIfAborted()
      if (await this.#splitsFurther(made.file.bytes, at)) return true
      return !this.#leaves() && (await this.#sendPiece(made.file, at))
    } finally {
      await made.remove()
    }
  }

  /** Bytes are spread unevenly over a sound, and limits may have changed since it was planned. */
  async #splitsFurther(bytes: number, at: number): Promise<boolean> {
    const { pieces } = this.#job.progress
    const limits = readLimits(this.#ports.settings.read())
    const piece = pieces[at]
    if (!piece) return false
    const seconds = (piece.to - piece.from) / 1000
    const fits = bytes <= limits.bytes && seconds < limits.seconds + tolerance
    if (fits || seconds < minSplit) return false
    const sound = { bytes, seconds }
    const finer = await replanPiece(piece, { sound, limits, findLoudness: () => this.#findLoudness() })
    this.#signal.throwIfAborted()
    if (finer.length < 2) return false
    this.#change({ progress: { pieces: [...pieces.slice(0, at), ...finer, ...pieces.slice(at + 1)] } })
    return true
  }

  /** Whether not to continue now: it has been paused, or was begun at an upstream that is not the chosen one. */
  #leaves(): boolean {
    const { pausing, upstream } = this.#job.progress
    if (pausing) this.#change({ state: 'paused', progress: { pausing: false } })
    else if (upstream && !isSameUpstream(upstream, toJobUpstream(this.#ports.settings.read())))
      this.#change({ state: 'queued' })
    else return false
    return true
  }

  /** Whether to continue. */
  async #sendPiece(file: AudioFile, at: number): Promise<boolean> {
    const live = this.#live
    this.#begin(file, at)
    const saving = createThrottle(saveIntervalMs, () =>
      this.#tryToChange(() => this.#withPiece(at, { text: live.heard })),
    )
    let exchange: Pick<TranscriptionProgress, 'exchangeId'> | undefined
    const result = await sendPiece({
      settings: this.#job.input.settings,
      file,
      send: this.#ports.send,
      signal: this.#signal,
      onSent: (bytes) => {
        live.sent = bytes
        this.#publish()
      },
      onAnswer: (exchangeId) => {
        exchange = { exchangeId }
        this.#tryToChange(() => ({ exchangeId }))
      },
      onDelta: (delta) => {
        live.heard += delta
        saving.ask()
        this.#publish()
      },
    }).finally(saving.cancel)
    this.#signal.throwIfAborted()
    const save = (change: Omit<Change, 'progress'>, piece: Partial<StoredPiece>, error?: JobError) =>
      this.#saveChange(() => {
        const failure = error ? { pausing: false, error } : {}
        return { ...change, progress: { ...exchange, ...this.#withPiece(at, piece), ...failure } }
      })
    if (result.kind === 'text') {
      live.refusals = 0
      await save({ durably: true }, { state: 'done', text: result.text })
      return true
    }
    // If something had come of it, it is not sent again automatically.
    const wait = live.heard === '' ? rateLimitDelay(result.error, live.refusals) : undefined
    if (wait === undefined) {
      await save({ state: 'failed' }, { state: 'failed', text: live.heard }, toJobError(result.error))
      return false
    }
    await save({}, { state: 'waiting' })
    await this.#waitBeforeRetry(wait, result.error.message)
    return true
  }

  /** If it cannot be saved the response still comes, and is saved at its end. */
  #tryToChange(make: () => Partial<TranscriptionProgress>): void {
    try {
      this.#change({ progress: make() })
    } catch {
      // The next moment tries again.
    }
  }

  /** On the disk before the call: whatever ends the program, it is known that this piece may have been billed. */
  #begin(file: AudioFile, at: number): void {
    this.#live.sent = 0
    this.#live.heard = ''
    const { state, progress } = this.#job
    this.#change({
      ...(state === 'preparing' ? { state: 'sending' } : {}),
      durably: true,
      progress: {
        ...this.#withPiece(at, { state: 'sending', bytes: file.bytes, text: '' }),
        upstream: toJobUpstream(this.#ports.settings.read()),
        startedAt: progress.startedAt ?? this.#ports.now(),
      },
    })
  }

  #withPiece(at: number, change: Partial<StoredPiece>): Pick<TranscriptionProgress, 'pieces'> {
    const { pieces } = this.#job.progress
    return { pieces: pieces.map((piece, index) => (index === at ? { ...piece, ...change } : piece)) }
  }

  /** Without a response nobody knows what became of a piece that was in progress, unless it has never left. */
  async #endBy(error: unknown): Promise<void> {
    await this.#saveChange(() => {
      const job = this.#job
      const ended = { pausing: false, error: toJobError(error) }
      if (!isSending(job)) return { state: 'failed', progress: ended }
      const state = mayHaveBeenSent(error) ? 'interrupted' : 'failed'
      const pieces = markSending(job.progress.pieces, { state, text: this.#live.heard })
      return { state, progress: { ...ended, pieces } }
    })
  }

  /** One that is not in a call continues automatically at the next start. */
  #interrupt(): void {
    const job = this.#job
    if (!isSending(job)) return
    const pieces = markSending(job.progress.pieces, { state: 'interrupted', text: this.#live.heard })
    this.#change({ state: 'interrupted', progress: { pieces, pausing: false, error: endedByProgram } })
  }

  /** This many seconds, or until it is stopped or is to be paused. */
  async #waitBeforeRetry(seconds: number, reason: string): Promise<void> {
    const { timer, now } = this.#ports
    const until = now() + seconds * 1000
    this.#live.refusals += 1
    for (;;) {
      const left = until - now()
      if (left <= 0 || this.#signal.aborted || this.#job.progress.pausing) break
      this.#live.waiting = `${reason.replace(/[.\s]*$/, '.')} Retrying in ${Math.ceil(left / 1000).toLocaleString('en')} s.`
      this.#publish()
      await waitFor(timer, Math.min(left, waitStepMs), this.#signal)
    }
    this.#live.waiting = null
  }

  async #saveChange(make: () => Change): Promise<void> {
    await this.#saveUntilStored(() => this.#change(make()))
  }

  /** Rejects with the signal's reason if it is stopped meanwhile, and immediately if the job's state forbids it. */
  async #saveUntilStored(save: () => void | Promise<void>): Promise<void> {
    await this.#ports.saves.run({
      owner: this.#id,
      save,
      signal: this.#signal,
      isPermanent: (error) =>
        error instanceof ApiError && (error.code === 'FAILED_PRECONDITION' || error.code === 'NOT_FOUND'),
      onFailure: (error) => {
        this.#live.waiting = `The response isn’t saved yet. ${toJobError(error).message}`
        this.#publish()
        return undefined
      },
    })
    this.#live.waiting = null
  }
}

export function isSending({ state, progress }: StoredTranscription): boolean {
  return state === 'sending' && progress.pieces.some((piece) => piece.state === 'sending')
}

export function markSending(pieces: readonly StoredPiece[], change: Partial<StoredPiece>): StoredPiece[] {
  return pieces.map((piece) => (piece.state === 'sending' ? { ...piece, ...change } : piece))
}
