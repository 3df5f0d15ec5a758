// The stats of an answer: one line with the most important ones, all of them on demand.
import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { Turn } from '#shared/schemas/chat'
import { useTurnCost } from '../../../models/prices'
import { listKnownStats, listSurprises, type Stat, summarizeStats } from './answer-stats'

/** One line, and a popover with every stat. Renders nothing if no stat is known. */
export function AnswerStats({ turn }: { turn: Turn }) {
  const cost = useTurnCost(turn)
  const stats = listKnownStats(turn, cost)
  if (stats.length === 0) return null
  const summary = summarizeStats(turn, cost).join(' · ') || 'Details'
  return (
    <Popover.Root>
      <Popover.Trigger className="group flex min-h-6 min-w-0 items-center gap-1 rounded-sm px-1.5 text-left text-faint text-xs tabular-nums hover:bg-hover hover:text-ink data-[state=open]:bg-hover">
        {summary}
        {listSurprises(turn).map(({ name, value }) => (
          <span key={name} className="min-w-0 text-warn [overflow-wrap:anywhere]">
            <span aria-hidden="true">· </span>
            <span className="sr-only">{name}: </span>
            {value}
          </span>
        ))}
        <ChevronDown
          size={12}
          aria-hidden="true"
          className="shrink-0 transition-transform group-data-[state=open]:rotate-180"
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Response details"
          className="z-60 max-h-(--radix-popover-content-available-height) min-w-64 max-w-[calc(100vw-16px)] animate-appear overflow-y-auto rounded-lg border border-line bg-raised py-1 shadow-raised [&>dl]:border-t-0!"
        >
          <StatList label="Metrics" stats={stats} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** One line each, so that rows align across columns. */
export function StatList({ label, stats }: { label: string; stats: readonly Stat[] }) {
  return (
    <dl aria-label={label} className="border-line px-4 not-empty:border-t not-empty:py-2">
      {stats.map(({ name, value }) => (
        <div key={name} className="flex h-5 items-center justify-between gap-3 text-xs">
          <dt className="whitespace-nowrap text-faint">{name}</dt>
          <dd className="selectable min-w-0 truncate text-soft tabular-nums" title={value ?? undefined}>
            {value ?? '–'}
          </dd>
        </div>
      ))}
    </dl>
  )
}
