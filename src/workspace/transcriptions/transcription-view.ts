// Converts the row and the live progress of a transcription for the renderer.
import type { JobUpstream } from '#shared/schemas/job'
import type { Piece, TranscriptionJob, TranscriptionState } from '#shared/schemas/transcription-job'
import { describeUpstreamWait, isSameUpstream } from '../jobs/current-upstream'
import { stitch } from './stitch'
import type { StoredPiece, StoredTranscription } from './transcription-rows'

const maxPreviewLength = 2000

interface ViewContext {
  readonly live: LiveProgress | undefined
  /** The upstream in the current settings. */
  readonly currentUpstream: () => JobUpstream
  /** Reads the first characters of a saved transcript. */
  readonly readStart: (id: string, length: number) => string
}

export function toTranscriptionJob(
  job: StoredTranscription,
  { live, currentUpstream, readStart }: ViewContext,
): TranscriptionJob {
  const { id, state, position, createdAt, endedAt, input, progress } = job
  const { ending: _, pieces, ...shown } = progress
  return {
    ...shown,
    ...input,
    id,
    state,
    position,
    createdAt,
    endedAt,
    pieces: pieces.map((piece) => toPiece(piece, live?.sent ?? 0)),
    waiting: endedAt === null ? describeWaiting(state, progress.upstream, { live, currentUpstream }) : null,
    preview: endedAt === null ? toLatestText(withLiveText(pieces, live)) : toFirstText(job, readStart),
  }
}

function toFirstText(
  { id, state, progress: { ending, pieces } }: StoredTranscription,
  readStart: ViewContext['readStart'],
): string {
  if (state !== 'succeeded') {
    const [first, second] = listTranscribed(pieces)
    return stitch([first, second].flatMap((piece) => piece ?? [])).text.slice(0, maxPreviewLength)
  }
  // The stored end of a short transcript is all of it; half a surrogate pair may have been removed.
  return ending.length < maxPreviewLength - 1 ? ending : readStart(id, maxPreviewLength)
}

function toLatestText(pieces: readonly StoredPiece[]): string {
  return textTail(stitch(listLastTranscribed(pieces)).text)
}

/** Adds the text of the running piece that is not saved yet. */
export function withLiveText(
  pieces: readonly StoredPiece[],
  live: LiveProgress | undefined,
): readonly StoredPiece[] {
  return pieces.map((piece) =>
    piece.state === 'sending' ? { ...piece, text: live?.transcribed ?? piece.text } : piece,
  )
}

/** Says which upstream a job waits for if it was started with another one. */
function describeWaiting(
  state: TranscriptionState,
  startedAt: JobUpstream | null,
  { live, currentUpstream }: Pick<ViewContext, 'live' | 'currentUpstream'>,
): string | null {
  const waiting = live?.waiting ?? null
  if (waiting !== null || state !== 'queued' || startedAt === null) return waiting
  return isSameUpstream(startedAt, currentUpstream()) ? null : describeUpstreamWait(startedAt)
}

function toPiece({ text: _, ...piece }: StoredPiece, sent: number): Piece {
  if (piece.state === 'done') return { ...piece, sent: piece.bytes ?? 0 }
  return { ...piece, sent: piece.state === 'sending' ? sent : 0 }
}

/** Returns as many of the last pieces as the preview needs. */
function listLastTranscribed(pieces: readonly StoredPiece[]): readonly StoredPiece[] {
  const transcribed = listTranscribed(pieces)
  let from = transcribed.length
  let length = 0
  while (from > 0 && length < 2 * maxPreviewLength) {
    from -= 1
    length += transcribed[from]?.text.length ?? 0
  }
  return transcribed.slice(from)
}

function listTranscribed(pieces: readonly StoredPiece[]): readonly StoredPiece[] {
  return pieces.filter(({ text }) => text !== '')
}

/** Never starts in the middle of a surrogate pair. */
export function textTail(text: string): string {
  return text.slice(-maxPreviewLength).replace(/^[\udc00-\udfff]/, '')
}

export type LiveProgress = ReturnType<typeof createLiveProgress>

export function createLiveProgress() {
  return {
    abortController: new AbortController(),
    /** Sent bytes of the running piece. */
    sent: 0,
    /** Received text of the running piece. */
    transcribed: '',
    /** Describes what the job waits for. */
    waiting: null as string | null,
    /** Rate-limit errors in a row. */
    rejections: 0,
  }
}
