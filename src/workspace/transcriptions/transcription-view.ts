// What is shown of a transcription: its row, and its live progress.
import type { JobUpstream } from '#shared/schemas/job'
import type { Piece, TranscriptionJob, TranscriptionState } from '#shared/schemas/transcription-job'
import { describeUpstreamWait, isSameUpstream } from '../jobs/current-upstream'
import { stitch } from './stitch'
import type { StoredPiece, StoredTranscription } from './transcription-kind'

/** Letters. */
const previewLength = 2000

interface Surroundings {
  readonly live: LiveProgress | undefined
  /** Who is asked as the settings are now. */
  readonly chosen: () => JobUpstream
}

export function toTranscriptionJob(
  { id, state, position, createdAt, endedAt, input, progress }: StoredTranscription,
  { live, chosen }: Surroundings,
): TranscriptionJob {
  const { ending, pieces, ...facts } = progress
  const heard = withLiveText(pieces, live)
  return {
    ...facts,
    ...input,
    id,
    state,
    position,
    createdAt,
    endedAt,
    pieces: pieces.map((piece) => toPiece(piece, live?.sent ?? 0)),
    waiting: endedAt === null ? describeWaiting(state, progress.upstream, { live, chosen }) : null,
    preview: state === 'succeeded' ? ending : textTail(stitch(lastHeard(heard)).text),
  }
}

/** With what no row holds yet of the piece that is being sent. */
export function withLiveText(
  pieces: readonly StoredPiece[],
  live: LiveProgress | undefined,
): readonly StoredPiece[] {
  return pieces.map((piece) =>
    piece.state === 'sending' ? { ...piece, text: live?.heard ?? piece.text } : piece,
  )
}

/** One that was begun at another upstream continues there. */
function describeWaiting(
  state: TranscriptionState,
  begunAt: JobUpstream | null,
  { live, chosen }: Surroundings,
): string | null {
  const waiting = live?.waiting ?? null
  if (waiting !== null || state !== 'queued' || begunAt === null) return waiting
  return isSameUpstream(begunAt, chosen()) ? null : describeUpstreamWait(begunAt)
}

function toPiece({ text: _, ...piece }: StoredPiece, sent: number): Piece {
  if (piece.state === 'done') return { ...piece, sent: piece.bytes ?? 0 }
  return { ...piece, sent: piece.state === 'sending' ? sent : 0 }
}

/** Enough of them for the end of what they say, however many there are. */
function lastHeard(pieces: readonly StoredPiece[]): readonly StoredPiece[] {
  const heard = pieces.filter(({ text }) => text !== '')
  let from = heard.length
  let length = 0
  while (from > 0 && length < 2 * previewLength) {
    from -= 1
    length += heard[from]?.text.length ?? 0
  }
  return heard.slice(from)
}

/** Never in the middle of a letter. */
export function textTail(text: string): string {
  return text.slice(-previewLength).replace(/^[\udc00-\udfff]/, '')
}

export type LiveProgress = ReturnType<typeof createLiveProgress>

export function createLiveProgress() {
  return {
    stopping: new AbortController(),
    /** Bytes of the piece that is being sent. */
    sent: 0,
    /** What has come of the piece that is being sent. */
    heard: '',
    /** What it waits for, in words. */
    waiting: null as string | null,
    /** How often in a row it was one call too many. */
    refusals: 0,
  }
}
