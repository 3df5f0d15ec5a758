// Runs one transcription: reads the audio, sends its pieces, and saves their text.

import { ApiError } from '#shared/schemas/api-error'
import type { JobError } from '#shared/schemas/job'
import { createThrottle, waitFor } from '../concurrency/timing'
import { isDatabaseBusy } from '../database/connection'
import { isSameUpstream, toJobUpstream } from '../jobs/current-upstream'
import type { Saves } from '../jobs/saves'
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

/** Milliseconds: so much of a streamed answer may be lost with the program. */
const saveIntervalMs = 1000
/** Seconds of a piece that is not cut any further. */
const minSplit = 4
/** Seconds: a piece's last packet may exceed its end. */
const tolerated = 1

interface TranscriptionRun extends TranscriptionPorts {
  readonly id: string
  readonly store: TranscriptionStore
  readonly rows: TranscriptRows
  readonly live: LiveProgress
  /** The program ends. */
  readonly isClosing: () => boolean
}

/** Never rejects. Whoever stops it has moved the job before, but for the end of the program. */
export async function runTranscription(conducting: TranscriptionRun): Promise<void> {
  const { id, store, live } = conducting
  const { signal } = live.stopping
  try {
    const source = await openSource(conducting.media, store.find(id).input.source)
    await withoutLock(conducting, () => plan(conducting, source))
    const step = async (): Promise<boolean> => {
      signal.throwIfAborted()
      const at = store.find(id).progress.pieces.findIndex(({ state }) => state !== 'done')
      if (at >= 0) return await sendNext(conducting, source, at)
      await saveUntilStored(conducting, () => saveTranscript(id, conducting))
      return false
    }
    while (await withoutLock(conducting, step));
  } catch (error) {
    if (conducting.isClosing()) interrupt(conducting, endedByProgram)
    else if (!signal.aborted) await endBy(conducting, error)
  }
}

/** Repeats a step that another program's write lock has stopped: it has sent nothing that it would send again. */
async function withoutLock<Result>(
  { connection, live }: TranscriptionRun,
  step: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (!isDatabaseBusy(error)) throw error
      await connection.lock.whenFree(live.stopping.signal)
    }
  }
}

export const endedByProgram: JobError = {
  code: 'ABORTED',
  message: 'The program ended while a piece was being sent. What that piece became is not known.',
}

/** What is known of a piece is kept: those that have come never change their bounds. */
async function plan(conducting: TranscriptionRun, sound: OpenSource): Promise<void> {
  const { id, store, settings } = conducting
  if (store.find(id).progress.pieces.length > 0) return
  const limits = readLimits(settings.read())
  const pieces = await planSending({ sound, limits, findLoudness: () => findLoudness(conducting) })
  conducting.live.stopping.signal.throwIfAborted()
  store.change(id, { progress: { pieces: [...pieces] } })
}

async function findLoudness({ id, store, loudness, live }: TranscriptionRun) {
  const { media, mimeType } = store.find(id).input.source
  live.waiting = 'Its silences are being looked for: it is sent in pieces.'
  store.publish(id)
  try {
    return await loudness.want({ media, mimeType }, live.stopping.signal)
  } finally {
    live.waiting = null
  }
}

/** Whether to continue. */
async function sendNext(conducting: TranscriptionRun, source: OpenSource, at: number): Promise<boolean> {
  if (leaves(conducting)) return false
  const { id, store, live, folder, media } = conducting
  const { signal } = live.stopping
  const { input, progress } = store.find(id)
  await media.checkWritable()
  // The media folder may have moved since the last piece.
  const { path } = await media.open(input.source.media)
  const { pieces } = progress
  const made = await makePieceFile({ source: { ...source, path }, pieces, at, folder, signal })
  try {
    signal.throwIfAborted()
    if (await splitsFurther(conducting, made.file.bytes, at)) return true
    return !leaves(conducting) && (await sendOne(conducting, made.file, at))
  } finally {
    await made.remove()
  }
}

/** Bytes are spread unevenly over a sound, and limits may have changed since it was planned. */
async function splitsFurther(conducting: TranscriptionRun, bytes: number, at: number): Promise<boolean> {
  const { id, store, settings, live } = conducting
  const { pieces } = store.find(id).progress
  const limits = readLimits(settings.read())
  const piece = pieces[at]
  if (!piece) return false
  const seconds = (piece.to - piece.from) / 1000
  const fits = bytes <= limits.bytes && seconds < limits.seconds + tolerated
  if (fits || seconds < minSplit) return false
  const sound = { bytes, seconds }
  const finer = await replanPiece(piece, { sound, limits, findLoudness: () => findLoudness(conducting) })
  live.stopping.signal.throwIfAborted()
  if (finer.length < 2) return false
  store.change(id, { progress: { pieces: [...pieces.slice(0, at), ...finer, ...pieces.slice(at + 1)] } })
  return true
}

/** Whether it is not to continue now: it has been paused, or was begun at an upstream that is not the chosen one. */
function leaves({ id, store, settings }: TranscriptionRun): boolean {
  const { progress } = store.find(id)
  const { pausing, upstream } = progress
  if (pausing) store.change(id, { state: 'paused', progress: { pausing: false } })
  else if (upstream && !isSameUpstream(upstream, toJobUpstream(settings.read()))) {
    store.change(id, { state: 'queued' })
  } else return false
  return true
}

/** Whether to continue. */
async function sendOne(conducting: TranscriptionRun, file: AudioFile, at: number): Promise<boolean> {
  const { id, store, send, live } = conducting
  beginPiece(conducting, file, at)
  const publish = () => store.publish(id)
  const options = createThrottle(saveIntervalMs, () => saveTranscribed(conducting, at))
  let exchange: Pick<TranscriptionProgress, 'exchangeId'> | undefined
  const spoken = await sendPiece({
    settings: store.find(id).input.settings,
    file,
    send,
    signal: live.stopping.signal,
    onSent(bytes) {
      live.sent = bytes
      publish()
    },
    onAnswer(exchangeId) {
      exchange = { exchangeId }
      tryToKeep(conducting, () => exchange ?? {})
    },
    onDelta(delta) {
      live.heard += delta
      options.ask()
      publish()
    },
  }).finally(options.cancel)
  live.stopping.signal.throwIfAborted()
  if (spoken.kind === 'text') {
    const { text } = spoken
    live.refusals = 0
    await saveWithRetry(conducting, () => ({
      durably: true,
      progress: { ...exchange, ...changePiece(conducting, at, { state: 'done', text }) },
    }))
    return true
  }
  const wait = findRetryDelay(live, spoken.error)
  if (wait !== undefined) {
    await saveWithRetry(conducting, () => ({
      progress: { ...exchange, ...changePiece(conducting, at, { state: 'waiting' }) },
    }))
    await waitBeforeRetry(conducting, wait, spoken.error.message)
    return true
  }
  const error = toJobError(spoken.error)
  await saveWithRetry(conducting, () => {
    const progress = changePiece(conducting, at, { state: 'failed', text: live.heard })
    return { state: 'failed', progress: { ...exchange, ...progress, pausing: false, error } }
  })
  return false
}

function saveTranscribed(conducting: TranscriptionRun, at: number): void {
  tryToKeep(conducting, () => changePiece(conducting, at, { text: conducting.live.heard }))
}

/** If it cannot be kept the answer still comes, and is kept whole at its end. */
function tryToKeep({ id, store }: TranscriptionRun, make: () => Partial<TranscriptionProgress>): void {
  try {
    store.change(id, { progress: make() })
  } catch {
    // The next moment tries again.
  }
}

/** On the disk before the call: whatever ends the program, it is known that this piece may have been billed. */
function beginPiece({ id, store, settings, now, live }: TranscriptionRun, file: AudioFile, at: number): void {
  live.sent = 0
  live.heard = ''
  const job = store.find(id)
  const piece = { state: 'sending', bytes: file.bytes, text: '' } as const
  store.change(id, {
    ...(job.state === 'preparing' ? { state: 'sending' } : {}),
    durably: true,
    progress: {
      ...changePiece({ id, store }, at, piece),
      upstream: toJobUpstream(settings.read()),
      startedAt: job.progress.startedAt ?? now(),
    },
  })
}

function changePiece(
  { id, store }: Pick<TranscriptionRun, 'id' | 'store'>,
  at: number,
  change: Partial<StoredPiece>,
): Pick<TranscriptionProgress, 'pieces'> {
  const { pieces } = store.find(id).progress
  return { pieces: pieces.map((piece, index) => (index === at ? { ...piece, ...change } : piece)) }
}

/** Without an answer nobody knows what became of a piece that was in progress, but if it has never left. */
async function endBy(conducting: TranscriptionRun, error: unknown): Promise<void> {
  const { id, store, live } = conducting
  const told = { pausing: false, error: toJobError(error) }
  await saveWithRetry(conducting, () => {
    const job = store.find(id)
    if (!isSending(job)) return { state: 'failed', progress: told }
    const state = mayHaveBeenSent(error) ? 'interrupted' : 'failed'
    const pieces = markSending(job.progress.pieces, { state, text: live.heard })
    return { state, progress: { ...told, pieces } }
  })
}

/** One that is not in a call continues automatically at the next start. */
function interrupt({ id, store, live }: TranscriptionRun, error: JobError): void {
  const job = store.find(id)
  if (!isSending(job)) return
  const pieces = markSending(job.progress.pieces, { state: 'interrupted', text: live.heard })
  store.change(id, { state: 'interrupted', progress: { pieces, pausing: false, error } })
}

export function isSending({ state, progress }: StoredTranscription): boolean {
  return state === 'sending' && progress.pieces.some((piece) => piece.state === 'sending')
}

export function markSending(pieces: readonly StoredPiece[], change: Partial<StoredPiece>): StoredPiece[] {
  return pieces.map((piece) => (piece.state === 'sending' ? { ...piece, ...change } : piece))
}

interface Waiting extends Pick<TranscriptionPorts, 'timer' | 'now'> {
  readonly id: string
  readonly store: TranscriptionStore
  readonly live: LiveProgress
}

/** Milliseconds: as often it is told how long it will be, and looked whether it is still to continue. */
const toldEvery = 1000

/** Undefined if waiting does not help, or if something had come of it: then it is not sent again automatically. */
function findRetryDelay({ refusals, heard }: LiveProgress, error: ApiError): number | undefined {
  return heard === '' ? rateLimitDelay(error, refusals) : undefined
}

/** This many seconds, or until it is stopped or to be paused. */
async function waitBeforeRetry(waiting: Waiting, seconds: number, said: string): Promise<void> {
  const { id, store, live, timer, now } = waiting
  const { signal } = live.stopping
  const until = now() + seconds * 1000
  live.refusals += 1
  for (;;) {
    const left = until - now()
    if (left <= 0 || signal.aborted || store.find(id).progress.pausing) break
    live.waiting = `${said.replace(/[.\s]*$/, '.')} It is sent again in ${Math.ceil(left / 1000)} s.`
    store.publish(id)
    await waitFor(timer, Math.min(left, toldEvery), signal)
  }
  live.waiting = null
}

type Change = Parameters<TranscriptionStore['change']>[1]

async function saveWithRetry(
  options: { id: string; store: TranscriptionStore; saves: Saves; live: LiveProgress },
  make: () => Change,
): Promise<void> {
  const { id, store } = options
  await saveUntilStored(options, () => void store.change(id, make()))
}

/** Rejects with the signal's reason if it is stopped meanwhile, and immediately if the job's state forbids it. */
async function saveUntilStored(
  options: Pick<TranscriptionRun, 'id' | 'store' | 'saves' | 'live'>,
  save: () => void | Promise<void>,
): Promise<void> {
  const { id, store, saves, live } = options
  await saves.run({
    owner: id,
    save,
    signal: live.stopping.signal,
    isPermanent: (error) => error instanceof ApiError && permanent.includes(error.code),
    onFailure(error) {
      live.waiting = `The response is not saved yet. ${toJobError(error).message}`
      store.publish(id)
      return undefined
    },
  })
  live.waiting = null
}

const permanent: readonly string[] = ['FAILED_PRECONDITION', 'NOT_FOUND']
