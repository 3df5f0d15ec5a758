// The pieces of a file, drawn as segments of its length, each as far as it has come.
import type { Piece } from '#shared/schemas/transcription-job'
import { joinClasses } from '../../../components/join-classes'
import { type PieceRun, toPieceRuns } from './piece-runs'

const looks: Readonly<Record<PieceRun['state'], string>> = {
  waiting: '',
  sending: 'bg-accent-fill',
  done: 'bg-signal-ok',
  failed: 'bg-signal-off',
  interrupted: 'bg-signal-demo',
}

interface PiecesBarProps {
  readonly pieces: readonly Piece[]
  /** In words. */
  readonly label: string
  readonly className?: string
}

export function PiecesBar({ pieces, label, className }: PiecesBarProps) {
  return (
    <span role="img" aria-label={label} className={joinClasses('flex h-1.5 items-stretch gap-px', className)}>
      {toPieceRuns(pieces).map(({ state, length, share, isTorn }, at) => {
        const isAtWork = state === 'sending' && share >= 1
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place.
            key={at}
            title={isTorn ? 'Cut in the midst of speech, where it overlaps the piece before' : undefined}
            className={joinClasses(
              'relative min-w-0.5 overflow-hidden rounded-xs bg-line-strong/55',
              isTorn && 'border-warn border-l-2',
            )}
            style={{ flexGrow: length, flexBasis: 0 }}
          >
            <span
              className={joinClasses(
                'absolute inset-y-0 left-0 block transition-[width]',
                looks[state],
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
