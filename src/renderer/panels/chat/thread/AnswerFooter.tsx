// The quiet line under an answer: what can be done with it, and its figures.
import type { Turn } from '#shared/schemas/chat'
import { toFigures } from './answer-figures'
import { TurnActions } from './TurnActions'

/** It has its height from the start, so that nothing moves when the figures come. */
export function AnswerFooter({ turn, isLast }: { turn: Turn; isLast: boolean }) {
  if (turn.state === 'running') {
    return (
      <footer className="flex h-6 items-center gap-2 text-faint text-xs">
        <span aria-hidden="true" className="size-1.5 animate-breathe rounded-full bg-accent" />
        {turn.parts.some((part) => !part.thought && part.text) && 'Writing…'}
      </footer>
    )
  }
  const figures = toFigures(turn)
  return (
    <footer className="flex flex-col text-faint text-xs">
      {figures.length > 0 && (
        <p className="flex min-h-6 min-w-0 flex-wrap gap-x-3 py-1">
          {figures.map(({ name, value }) => (
            <span key={name} className="whitespace-nowrap">
              {name} <span className="selectable text-soft tabular-nums">{value}</span>
            </span>
          ))}
        </p>
      )}
      <div className="-ml-1.5">
        <TurnActions turn={turn} shown={isLast} />
      </div>
    </footer>
  )
}
