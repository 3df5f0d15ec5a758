// Runs a transcription: reads the audio, sends its pieces, and saves their text.

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
  planStoredPieces,
  readLimits,
  replanPiece,
} from './audio-pieces'
import { type AudioFile, sendPiece } from './request-transcription'
import type {
  StoredPiece,
  StoredTranscription,
  TranscriptionPorts,
  TranscriptionProgress,
  TranscriptionStore,
  TranscriptRows,
} from './transcription-rows'
import type { LiveProgress } from './transcription-view'
import { saveTranscript } from './transcripts'

/** How much of a streamed response a crash may lose. */
const saveIntervalMs = 1000
/** How often a wait updates its remaining time, and checks whether to continue. */
const waitStepMs = 1000
/** Shorter pieces are not split. */
const minSplitSeconds = 4
/** A piece's last packet may exceed its end. */
const toleranceSeconds = 1

export const closedError: JobError = {
  code: 'ABORTED',
  message: 'Gen Playground closed while a chunk was being sent. The result of that chunk is unknown.',
}

interface RunPorts extends TranscriptionPorts {
  readonly store: TranscriptionStore
  readonly rows: TranscriptRows
  /** Whether the workspace is closing. */
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
    this.#signal = live.abortController.signal
    this.#ports = ports
  }

  /** Never rejects. The state of the job must be changed before the run is stopped, except when the workspace closes. */
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
      else if (!this.#signal.aborted) await this.#endWithError(error)
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

  /** Repeats a step that another program's write lock has stopped. Such a step has sent nothing yet. */
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

  /** Retains earlier pieces, because transcribed ones never change their bounds. */
  async #plan(audio: OpenSource): Promise<void> {
    if (this.#job.progress.pieces.length > 0) return
    const limits = readLimits(this.#ports.settings.read())
    const skipSilences = this.#job.input.settings.skipSilences === true && audio.canCut
    const findLoudness = () => this.#findLoudness()
    const pieces = await planStoredPieces({ audio, limits, skipSilences, findLoudness })
    this.#signal.throwIfAborted()
    this.#change({ progress: { pieces: [...pieces] } })
  }

  async #findLoudness() {
    const { media, mimeType } = this.#job.input.source
    this.#live.waiting = this.#job.input.settings.skipSilences
      ? 'Finding long silences to skip.'
      : 'Finding silences to split the file into chunks.'
    this.#publish()
    try {
      return await this.#ports.loudness.request({ media, mimeType }, this.#signal)
    } finally {
      this.#live.waiting = null
    }
  }

  /** Returns whether to continue. */
  async #sendNext(source: OpenSource, at: number): Promise<boolean> {
    if (this.#shouldYield()) return false
    const { folder, media } = this.#ports
    const { input, progress } = this.#job
    await media.checkWritable()
    // Opened again, because the media folder may have moved since the last piece.
    const { path } = await media.open(input.source.media)
    const { pieces } = progress
    const pieceFile = await makePieceFile({
      source: { ...source, path },
      pieces,
      at,
      folder,
      signal: this.#signal,
    })
    try {
      this.#signal.throwIfAborted()
      if (await this.#trySplit(pieceFile.file.bytes, at)) return true
      return !this.#shouldYield() && (await this.#sendPiece(pieceFile.file, at))
    } finally {
      await pieceFile.remove()
    }
  }

  /** Splits a piece that exceeds the limits, because the bit rate varies, or the limits have changed. */
  async #trySplit(bytes: number, at: number): Promise<boolean> {
    const { pieces } = this.#job.progress
    const limits = readLimits(this.#ports.settings.read())
    const piece = pieces[at]
    if (!piece) return false
    const seconds = (piece.to - piece.from) / 1000
    const fits = bytes <= limits.bytes && seconds < limits.seconds + toleranceSeconds
    if (fits || seconds < minSplitSeconds) return false
    const audio = { bytes, seconds }
    const smaller = await replanPiece(piece, { audio, limits, findLoudness: () => this.#findLoudness() })
    this.#signal.throwIfAborted()
    if (smaller.length < 2) return false
    this.#change({ progress: { pieces: [...pieces.slice(0, at), ...smaller, ...pieces.slice(at + 1)] } })
    return true
  }

  /** Stops for now if the job was paused, or started with another upstream than the current one. */
  #shouldYield(): boolean {
    const { pausing, upstream } = this.#job.progress
    if (pausing) this.#change({ state: 'paused', progress: { pausing: false } })
    else if (upstream && !isSameUpstream(upstream, toJobUpstream(this.#ports.settings.read())))
      this.#change({ state: 'queued' })
    else return false
    return true
  }

  /** Returns whether to continue. */
  async #sendPiece(file: AudioFile, at: number): Promise<boolean> {
    const live = this.#live
    this.#saveSending(file, at)
    const saving = createThrottle(saveIntervalMs, () =>
      this.#tryToChange(() => this.#withPiece(at, { text: live.transcribed })),
    )
    let exchange: Pick<TranscriptionProgress, 'exchangeId' | 'sentAs'> | undefined
    const { from = 0, to = 0 } = this.#job.progress.pieces[at] ?? {}
    const result = await sendPiece({
      settings: this.#job.input.settings,
      file,
      seconds: (to - from) / 1000,
      send: this.#ports.send,
      signal: this.#signal,
      onSent: (bytes) => {
        live.sent = bytes
        this.#publish()
      },
      onAnswer: (exchangeId, model) => {
        const { sentAs } = this.#job.progress
        exchange = { exchangeId, sentAs: model === undefined ? sentAs : [...new Set([...sentAs, model])] }
        this.#tryToChange(() => ({ ...exchange }))
      },
      onDelta: (delta) => {
        live.transcribed += delta
        saving.schedule()
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
      live.rejections = 0
      await save({ durably: true }, { state: 'done', text: result.text })
      return true
    }
    // Never retry automatically after a partial result.
    const wait = live.transcribed === '' ? rateLimitDelay(result.error, live.rejections) : undefined
    if (wait === undefined) {
      await save({ state: 'failed' }, { state: 'failed', text: live.transcribed }, toJobError(result.error))
      return false
    }
    await save({}, { state: 'waiting' })
    await this.#waitBeforeRetry(wait, result.error.message)
    return true
  }

  /** Ignores errors: the response is saved at its end. */
  #tryToChange(make: () => Partial<TranscriptionProgress>): void {
    try {
      this.#change({ progress: make() })
    } catch {
      // The next change saves again.
    }
  }

  /** Durable before the request is sent, so that a piece that may have been billed is known after a crash. */
  #saveSending(file: AudioFile, at: number): void {
    this.#live.sent = 0
    this.#live.transcribed = ''
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

  /** The result of a piece without a response is unknown, unless it was never sent. */
  async #endWithError(error: unknown): Promise<void> {
    await this.#saveChange(() => {
      const job = this.#job
      const end = { pausing: false, error: toJobError(error) }
      if (!isSending(job)) return { state: 'failed', progress: end }
      const state = mayHaveBeenSent(error) ? 'interrupted' : 'failed'
      const pieces = markSending(job.progress.pieces, { state, text: this.#live.transcribed })
      return { state, progress: { ...end, pieces } }
    })
  }

  /** Interrupts only a job that is sending. Others continue at the next start. */
  #interrupt(): void {
    const job = this.#job
    if (!isSending(job)) return
    const pieces = markSending(job.progress.pieces, { state: 'interrupted', text: this.#live.transcribed })
    this.#change({ state: 'interrupted', progress: { pieces, pausing: false, error: closedError } })
  }

  /** Waits, or returns early if the job is stopped or to be paused. */
  async #waitBeforeRetry(seconds: number, reason: string): Promise<void> {
    this.#live.rejections += 1
    const sentence = reason.replace(/(?<![.\s])[.\s]*$/, '.')
    // Counted in steps: a wait until a time of day could take a year if the clock is set back.
    for (let remainingMs = seconds * 1000; remainingMs > 0; remainingMs -= waitStepMs) {
      if (this.#signal.aborted || this.#job.progress.pausing) break
      this.#live.waiting = `${sentence} Retrying in ${Math.ceil(remainingMs / 1000).toLocaleString('en')} s.`
      this.#publish()
      await waitFor(this.#ports.timer, Math.min(remainingMs, waitStepMs), this.#signal)
    }
    this.#live.waiting = null
  }

  async #saveChange(make: () => Change): Promise<void> {
    await this.#saveUntilStored(() => this.#change(make()))
  }

  /** Rejects with the signal's reason if the run is stopped, and immediately if the job's state forbids the change. */
  async #saveUntilStored(save: () => void | Promise<void>): Promise<void> {
    await this.#ports.saves.run({
      owner: this.#id,
      save,
      signal: this.#signal,
      isPermanent,
      onFailure: (error) => {
        this.#live.waiting = `The response isn’t saved yet. ${toJobError(error).message}`
        this.#publish()
        return undefined
      },
    })
    this.#live.waiting = null
  }
}

/** A folder that cannot be written to has a cause, and can be retried; a transition that is not allowed has none. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'NOT_FOUND' || (error.code === 'FAILED_PRECONDITION' && error.cause === undefined)
}

export function isSending({ state, progress }: StoredTranscription): boolean {
  return state === 'sending' && progress.pieces.some((piece) => piece.state === 'sending')
}

export function markSending(pieces: readonly StoredPiece[], change: Partial<StoredPiece>): StoredPiece[] {
  return pieces.map((piece) => (piece.state === 'sending' ? { ...piece, ...change } : piece))
}
