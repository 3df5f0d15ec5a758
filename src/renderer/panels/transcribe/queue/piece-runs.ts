// The pieces of a file as the segments of a bar: each by itself, or, where they are many, what lies together as one.
import type { Piece } from '#shared/schemas/transcription-job'

export interface PieceRun {
  readonly state: Piece['state']
  /** Milliseconds; the segment is as wide. */
  readonly length: number
  /** From 0 to 1: how much of it has come, or gone out. */
  readonly share: number
  /** Begins in the midst of speech. */
  readonly isTorn: boolean
}

/** More segments could not be told apart. */
const mostSegments = 48

export function toPieceRuns(pieces: readonly Piece[]): PieceRun[] {
  const runs = pieces.map(toRun)
  return runs.length <= mostSegments ? runs : joinAlike(runs)
}

function toRun({ state, from, to, begins, sent, bytes }: Piece): PieceRun {
  const out = bytes ? Math.min(1, sent / bytes) : 0
  return {
    state,
    length: Math.max(1, to - from),
    share: state === 'sending' ? out : state === 'waiting' ? 0 : 1,
    isTorn: begins === 'speech',
  }
}

function joinAlike(runs: readonly PieceRun[]): PieceRun[] {
  const joined: PieceRun[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    if (last && last.state === run.state && run.state !== 'sending')
      joined[joined.length - 1] = {
        ...last,
        length: last.length + run.length,
        isTorn: last.isTorn || run.isTorn,
      }
    else joined.push(run)
  }
  return joined
}
