// The pieces of a file as segments of a bar, each with its progress; many similar ones are joined.
import type { Piece } from '#shared/schemas/transcription-job'
import { joinClasses } from '../../../components/join-classes'

const runClassNames: Readonly<Record<PieceRun['state'], string>> = {
  waiting: '',
  sending: 'bg-accent-fill',
  done: 'bg-signal-ok',
  failed: 'bg-signal-off',
  interrupted: 'bg-signal-demo',
}

interface PiecesBarProps {
  readonly pieces: readonly Piece[]
  /** For screen readers. */
  readonly label: string
}

export function PiecesBar({ pieces, label }: PiecesBarProps) {
  return (
    <span role="img" aria-label={label} className="flex h-1.5 items-stretch gap-px">
      {toPieceRuns(pieces).map(({ state, length, share, isSplitInSpeech }, at) => {
        const isAtWork = state === 'sending' && share >= 1
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a segment is identified by its position.
            key={at}
            title={isSplitInSpeech ? 'Split during speech, with overlap from the previous chunk' : undefined}
            className={joinClasses(
              'relative min-w-0.5 overflow-hidden rounded-xs bg-line-strong/55',
              isSplitInSpeech && 'border-warn border-l-2',
            )}
            style={{ flexGrow: length, flexBasis: 0 }}
          >
            <span
              className={joinClasses(
                'absolute inset-y-0 left-0 block transition-[width]',
                runClassNames[state],
                isAtWork && 'animate-breathe',
              )}
              style={{ width: `${share * 100}%` }}
            />
          </span>
        )
      })}
    </span>
  )
}

interface PieceRun {
  readonly state: Piece['state']
  /** Milliseconds; the width is proportional. */
  readonly length: number
  /** From 0 to 1: the part that was received or sent. */
  readonly share: number
  /** Begins during speech. */
  readonly isSplitInSpeech: boolean
}

/** More segments would be too narrow to distinguish. */
const maxSegments = 48

function toPieceRuns(pieces: readonly Piece[]): PieceRun[] {
  const runs = pieces.map(toRun)
  return runs.length <= maxSegments ? runs : joinAlike(runs)
}

function toRun({ state, from, to, begins, sent, bytes }: Piece): PieceRun {
  const out = bytes ? Math.min(1, sent / bytes) : 0
  return {
    state,
    length: Math.max(1, to - from),
    share: state === 'sending' ? out : state === 'waiting' ? 0 : 1,
    isSplitInSpeech: begins === 'speech',
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
        isSplitInSpeech: last.isSplitInSpeech || run.isSplitInSpeech,
      }
    else joined.push(run)
  }
  return joined
}
