// The quiet line under an answer: copy, and its figures.
import type { Turn } from '#shared/schemas/chat'
import { CopyButton } from '../../kit/CopyButton'
import { readText } from '../../session/finished-turns'
import { toFigures } from './answer-figures'

/** It has its height from the start, so that nothing moves when the figures come. */
export function AnswerFooter({ turn }: { turn: Turn }) {
  if (turn.state === 'running') {
    return (
      <footer className="flex h-6 items-center gap-2 text-faint text-xs">
        <span aria-hidden="true" className="size-1.5 animate-breathe rounded-full bg-accent" />
        {readText(turn) && 'Writing…'}
      </footer>
    )
  }
  return (
    <footer className="-ml-1.5 flex min-h-6 items-start gap-1.5 text-faint text-xs">
      <CopyButton label="Copy answer" text={() => readText(turn)} />
      <p className="flex min-w-0 flex-wrap gap-x-3 py-1">
        {toFigures(turn).map(({ name, value }) => (
          <span key={name} className="whitespace-nowrap">
            {name} <span className="selectable text-soft tabular-nums">{value}</span>
          </span>
        ))}
      </p>
    </footer>
  )
}
