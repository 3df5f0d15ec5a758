// Shows a transcription as it stands: what its row holds, and what only who is at work on it knows.
import type { JobUpstream } from '#shared/schemas/job'
import type { Piece, TranscriptionJob, TranscriptionState } from '#shared/schemas/transcription-job'
import { describeUpstreamWait, isSameUpstream } from '../jobs/current-upstream'
import { stitch } from './stitch'
import type { KeptPiece, KeptTranscription } from './transcription-kind'
import type { UnderWay } from './under-way'

/** Letters. */
const previewLength = 2000

interface Surroundings {
  readonly underWay: UnderWay | undefined
  /** Who is asked as the settings are now. */
  readonly chosen: () => JobUpstream
}

export function toTranscriptionJob(
  { id, state, position, createdAt, endedAt, input, progress }: KeptTranscription,
  { underWay, chosen }: Surroundings,
): TranscriptionJob {
  const { ending, pieces, ...told } = progress
  const heard = listHeard(pieces, underWay)
  return {
    ...told,
    ...input,
    id,
    state,
    position,
    createdAt,
    endedAt,
    pieces: pieces.map((piece) => toPiece(piece, underWay?.sent ?? 0)),
    waiting: endedAt === null ? tellWaiting(state, progress.upstream, { underWay, chosen }) : null,
    preview: state === 'succeeded' ? ending : takeEnd(stitch(lastHeard(heard)).text),
  }
}

/** With what no row holds yet of the piece that is being sent. */
export function listHeard(
  pieces: readonly KeptPiece[],
  underWay: UnderWay | undefined,
): readonly KeptPiece[] {
  return pieces.map((piece) =>
    piece.state === 'sending' ? { ...piece, text: underWay?.heard ?? piece.text } : piece,
  )
}

/** One that was begun at another upstream goes on there. */
function tellWaiting(
  state: TranscriptionState,
  begunAt: JobUpstream | null,
  { underWay, chosen }: Surroundings,
): string | null {
  const waiting = underWay?.waiting ?? null
  if (waiting !== null || state !== 'queued' || begunAt === null) return waiting
  return isSameUpstream(begunAt, chosen()) ? null : describeUpstreamWait(begunAt)
}

function toPiece({ text: _, ...piece }: KeptPiece, sent: number): Piece {
  if (piece.state === 'done') return { ...piece, sent: piece.bytes ?? 0 }
  return { ...piece, sent: piece.state === 'sending' ? sent : 0 }
}

/** Enough of them for the end of what they say, however many there are. */
function lastHeard(pieces: readonly KeptPiece[]): readonly KeptPiece[] {
  const heard = pieces.filter(({ text }) => text !== '')
  let from = heard.length
  let length = 0
  while (from > 0 && length < 2 * previewLength) {
    from -= 1
    length += heard[from]?.text.length ?? 0
  }
  return heard.slice(from)
}

/** Never in the midst of a letter. */
export function takeEnd(text: string): string {
  return text.slice(-previewLength).replace(/^[\udc00-\udfff]/, '')
}
