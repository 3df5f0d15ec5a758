// Converts the row and the live progress of a transcription for the renderer.
import type { JobUpstream } from '#shared/schemas/job'
import type { Piece, TranscriptionJob, TranscriptionState } from '#shared/schemas/transcription-job'
import { describeUpstreamWait, isSameUpstream } from '../jobs/current-upstream'
import { stitch } from './stitch'
import type { StoredPiece, StoredTranscription } from './transcription-kind'

const maxPreviewLength = 2000

interface ViewContext {
  readonly live: LiveProgress | undefined
  /** The upstream in the current settings. */
  readonly currentUpstream: () => JobUpstream
}

export function toTranscriptionJob(
  { id, state, position, createdAt, endedAt, input, progress }: StoredTranscription,
  { live, currentUpstream }: ViewContext,
): TranscriptionJob {
  const { ending, pieces, ...shown } = progress
  const transcribed = withLiveText(pieces, live)
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
    preview: state === 'succeeded' ? ending : textTail(stitch(lastTranscribed(transcribed)).text),
  }
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
  { live, currentUpstream }: ViewContext,
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
function lastTranscribed(pieces: readonly StoredPiece[]): readonly StoredPiece[] {
  const transcribed = pieces.filter(({ text }) => text !== '')
  let from = transcribed.length
  let length = 0
  while (from > 0 && length < 2 * maxPreviewLength) {
    from -= 1
    length += transcribed[from]?.text.length ?? 0
  }
  return transcribed.slice(from)
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
