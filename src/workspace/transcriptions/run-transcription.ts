// Conducts one transcription: reads the sound, sends what has not come of it piece by piece, and keeps what was heard.

import { ApiError } from '#shared/schemas/api-error'
import type { JobError } from '#shared/schemas/job'
import { createThrottle, waitFor } from '../concurrency/timing'
import { isDatabaseBusy } from '../database/connection'
import { isSameUpstream, toJobUpstream } from '../jobs/current-upstream'
import type { Saves } from '../jobs/saves'
import { mayHaveBeenSent, rateLimitDelay, toJobError } from '../response'
import { type SoundFile, sendPiece } from './request-transcription'
import {
  makePieceFile,
  type OpenSource,
  openSource,
  planAgain,
  planSending,
  readLimits,
} from './sound-pieces'
import type { TranscriptRows } from './transcript-rows'
import type {
  StoredPiece,
  StoredTranscription,
  TranscriptionPorts,
  TranscriptionProgress,
  TranscriptionStore,
} from './transcription-kind'
import type { LiveProgress } from './transcription-view'
import { keepTranscript } from './transcripts'

/** Milliseconds: so much of a streamed answer may be lost with the program. */
const keepEvery = 1000
/** Seconds of a piece that is not cut any further. */
const shortestSplit = 4
/** Seconds: a piece's last packet may exceed its end. */
const tolerated = 1

interface TranscriptionRun extends TranscriptionPorts {
  readonly id: string
  readonly board: TranscriptionStore
  readonly rows: TranscriptRows
  readonly underWay: LiveProgress
  /** The program ends. */
  readonly isClosing: () => boolean
}

/** Never rejects. Whoever stops it has moved the job before, but for the end of the program. */
export async function runTranscription(conducting: TranscriptionRun): Promise<void> {
  const { id, board, underWay } = conducting
  const { signal } = underWay.stopping
  try {
    const source = await openSource(conducting.media, board.find(id).input.source)
    await withoutLock(conducting, () => plan(conducting, source))
    const step = async (): Promise<boolean> => {
      signal.throwIfAborted()
      const at = board.find(id).progress.pieces.findIndex(({ state }) => state !== 'done')
      if (at >= 0) return await sendNext(conducting, source, at)
      await keepTranscript(id, conducting)
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
  { connection, underWay }: TranscriptionRun,
  step: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (!isDatabaseBusy(error)) throw error
      await connection.lock.whenFree(underWay.stopping.signal)
    }
  }
}

export const endedByProgram: JobError = {
  code: 'ABORTED',
  message: 'The program ended while a piece was being sent. What that piece became is not known.',
}

/** What is known of a piece is kept: those that have come never change their bounds. */
async function plan(conducting: TranscriptionRun, sound: OpenSource): Promise<void> {
  const { id, board, settings } = conducting
  if (board.find(id).progress.pieces.length > 0) return
  const limits = readLimits(settings.read())
  const pieces = await planSending({ sound, limits, findLoudness: () => findLoudness(conducting) })
  conducting.underWay.stopping.signal.throwIfAborted()
  board.change(id, { progress: { pieces: [...pieces] } })
}

async function findLoudness({ id, board, loudness, underWay }: TranscriptionRun) {
  const { media, mimeType } = board.find(id).input.source
  underWay.waiting = 'Its silences are being looked for: it is sent in pieces.'
  board.tell(id)
  try {
    return await loudness.want({ media, mimeType }, underWay.stopping.signal)
  } finally {
    underWay.waiting = null
  }
}

/** Whether to go on. */
async function sendNext(conducting: TranscriptionRun, source: OpenSource, at: number): Promise<boolean> {
  if (leaves(conducting)) return false
  const { id, board, underWay, folder, media } = conducting
  const { signal } = underWay.stopping
  const { input, progress } = board.find(id)
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
  const { id, board, settings, underWay } = conducting
  const { pieces } = board.find(id).progress
  const limits = readLimits(settings.read())
  const piece = pieces[at]
  if (!piece) return false
  const seconds = (piece.to - piece.from) / 1000
  const fits = bytes <= limits.bytes && seconds < limits.seconds + tolerated
  if (fits || seconds < shortestSplit) return false
  const sound = { bytes, seconds }
  const finer = await planAgain(piece, { sound, limits, findLoudness: () => findLoudness(conducting) })
  underWay.stopping.signal.throwIfAborted()
  if (finer.length < 2) return false
  board.change(id, { progress: { pieces: [...pieces.slice(0, at), ...finer, ...pieces.slice(at + 1)] } })
  return true
}

/** Whether it is not to go on now: it has been paused, or was begun at an upstream that is not the chosen one. */
function leaves({ id, board, settings }: TranscriptionRun): boolean {
  const { progress } = board.find(id)
  const { pausing, upstream } = progress
  if (pausing) board.change(id, { state: 'paused', progress: { pausing: false } })
  else if (upstream && !isSameUpstream(upstream, toJobUpstream(settings.read()))) {
    board.change(id, { state: 'queued' })
  } else return false
  return true
}

/** Whether to go on. */
async function sendOne(conducting: TranscriptionRun, file: SoundFile, at: number): Promise<boolean> {
  const { id, board, send, underWay } = conducting
  beginPiece(conducting, file, at)
  const tell = () => board.tell(id)
  const keeping = createThrottle(keepEvery, () => keepHeard(conducting, at))
  let exchange: Pick<TranscriptionProgress, 'exchangeId'> | undefined
  const spoken = await sendPiece({
    settings: board.find(id).input.settings,
    file,
    send,
    signal: underWay.stopping.signal,
    onSent(bytes) {
      underWay.sent = bytes
      tell()
    },
    onAnswer(exchangeId) {
      exchange = { exchangeId }
      tryToKeep(conducting, () => exchange ?? {})
    },
    onDelta(delta) {
      underWay.heard += delta
      keeping.ask()
      tell()
    },
  }).finally(keeping.cancel)
  underWay.stopping.signal.throwIfAborted()
  if (spoken.kind === 'text') {
    const { text } = spoken
    underWay.refusals = 0
    await saveWithRetry(conducting, () => ({
      durably: true,
      progress: { ...exchange, ...changePiece(conducting, at, { state: 'done', text }) },
    }))
    return true
  }
  const wait = findRetryDelay(underWay, spoken.error)
  if (wait !== undefined) {
    await saveWithRetry(conducting, () => ({
      progress: { ...exchange, ...changePiece(conducting, at, { state: 'waiting' }) },
    }))
    await waitBeforeRetry(conducting, wait, spoken.error.message)
    return true
  }
  const error = toJobError(spoken.error)
  await saveWithRetry(conducting, () => {
    const progress = changePiece(conducting, at, { state: 'failed', text: underWay.heard })
    return { state: 'failed', progress: { ...exchange, ...progress, pausing: false, error } }
  })
  return false
}

function keepHeard(conducting: TranscriptionRun, at: number): void {
  tryToKeep(conducting, () => changePiece(conducting, at, { text: conducting.underWay.heard }))
}

/** Where it cannot be kept the answer still comes, and is kept whole at its end. */
function tryToKeep({ id, board }: TranscriptionRun, make: () => Partial<TranscriptionProgress>): void {
  try {
    board.change(id, { progress: make() })
  } catch {
    // The next moment tries again.
  }
}

/** On the disk before the call: whatever ends the program, it is known that this piece may have been billed. */
function beginPiece(
  { id, board, settings, now, underWay }: TranscriptionRun,
  file: SoundFile,
  at: number,
): void {
  underWay.sent = 0
  underWay.heard = ''
  const job = board.find(id)
  const piece = { state: 'sending', bytes: file.bytes, text: '' } as const
  board.change(id, {
    ...(job.state === 'preparing' ? { state: 'sending' } : {}),
    durably: true,
    progress: {
      ...changePiece({ id, board }, at, piece),
      upstream: toJobUpstream(settings.read()),
      startedAt: job.progress.startedAt ?? now(),
    },
  })
}

function changePiece(
  { id, board }: Pick<TranscriptionRun, 'id' | 'board'>,
  at: number,
  change: Partial<StoredPiece>,
): Pick<TranscriptionProgress, 'pieces'> {
  const { pieces } = board.find(id).progress
  return { pieces: pieces.map((piece, index) => (index === at ? { ...piece, ...change } : piece)) }
}

/** Without an answer nobody knows what became of a piece that was under way, but where it has never left. */
async function endBy(conducting: TranscriptionRun, error: unknown): Promise<void> {
  const { id, board, underWay } = conducting
  const told = { pausing: false, error: toJobError(error) }
  await saveWithRetry(conducting, () => {
    const job = board.find(id)
    if (!isSending(job)) return { state: 'failed', progress: told }
    const state = mayHaveBeenSent(error) ? 'interrupted' : 'failed'
    const pieces = markSending(job.progress.pieces, { state, text: underWay.heard })
    return { state, progress: { ...told, pieces } }
  })
}

/** One that is not in a call goes on by itself at the next start. */
function interrupt({ id, board, underWay }: TranscriptionRun, error: JobError): void {
  const job = board.find(id)
  if (!isSending(job)) return
  const pieces = markSending(job.progress.pieces, { state: 'interrupted', text: underWay.heard })
  board.change(id, { state: 'interrupted', progress: { pieces, pausing: false, error } })
}

export function isSending({ state, progress }: StoredTranscription): boolean {
  return state === 'sending' && progress.pieces.some((piece) => piece.state === 'sending')
}

export function markSending(pieces: readonly StoredPiece[], change: Partial<StoredPiece>): StoredPiece[] {
  return pieces.map((piece) => (piece.state === 'sending' ? { ...piece, ...change } : piece))
}

interface Waiting extends Pick<TranscriptionPorts, 'timer' | 'now'> {
  readonly id: string
  readonly board: TranscriptionStore
  readonly underWay: LiveProgress
}

/** Milliseconds: as often it is told how long it will be, and looked whether it is still to go on. */
const toldEvery = 1000

/** Undefined where waiting does not help, or where something had come of it: then it is not sent again by itself. */
function findRetryDelay({ refusals, heard }: LiveProgress, error: ApiError): number | undefined {
  return heard === '' ? rateLimitDelay(error, refusals) : undefined
}

/** So many seconds, or until it is stopped or to be paused. */
async function waitBeforeRetry(waiting: Waiting, seconds: number, said: string): Promise<void> {
  const { id, board, underWay, timer, now } = waiting
  const { signal } = underWay.stopping
  const until = now() + seconds * 1000
  underWay.refusals += 1
  for (;;) {
    const left = until - now()
    if (left <= 0 || signal.aborted || board.find(id).progress.pausing) break
    underWay.waiting = `${said.replace(/[.\s]*$/, '.')} It is sent again in ${Math.ceil(left / 1000)} s.`
    board.tell(id)
    await waitFor(timer, Math.min(left, toldEvery), signal)
  }
  underWay.waiting = null
}

type Change = Parameters<TranscriptionStore['change']>[1]

/** Rejects with the signal's reason if it is stopped meanwhile, and at once if the job cannot change so. */
async function saveWithRetry(
  keeping: { id: string; board: TranscriptionStore; saves: Saves; underWay: LiveProgress },
  make: () => Change,
): Promise<void> {
  const { id, board, saves, underWay } = keeping
  await saves.run({
    owner: id,
    save: () => void board.change(id, make()),
    signal: underWay.stopping.signal,
    isPermanent: (error) => error instanceof ApiError && permanent.includes(error.code),
    onFailure(error) {
      underWay.waiting = `The response is not saved yet. ${toJobError(error).message}`
      board.tell(id)
      return undefined
    },
  })
  underWay.waiting = null
}

const permanent: readonly string[] = ['FAILED_PRECONDITION', 'NOT_FOUND']
