// A histogram, and a row of named statistics.
import { useState } from 'react'
import { formatCount } from '../../../../components/format'
import { joinClasses } from '../../../../components/join-classes'
import { moveIndex } from './HeatStrip'

interface HistogramProps {
  readonly label: string
  readonly counts: readonly number[]
  /** The range of a bar: `−0.02 to −0.01`. */
  readonly toRange: (index: number) => string
  /** The unit of the counts: `values`. */
  readonly unit: string
  /** Labels below the first and the last bar. */
  readonly ends: readonly [from: string, to: string]
  /** Small counts stay visible beside large ones. */
  readonly isLog?: boolean
}

export function Histogram({ label, counts, toRange, unit, ends, isLog = false }: HistogramProps) {
  const max = Math.max(1, ...counts)
  const [selected, setSelected] = useState<number | null>(null)
  const cursor = Math.min(selected ?? counts.indexOf(max), counts.length - 1)
  const describe = (index: number) => `${formatCount(counts[index] ?? 0)} ${unit}: ${toRange(index)}`
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={counts.length}
        aria-valuenow={cursor + 1}
        aria-valuetext={describe(cursor)}
        onKeyDown={(event) => {
          const next = moveIndex(cursor, event.key, { columns: 1, length: counts.length })
          // Up and down scroll the page, because the bars are side by side.
          if (next === null || event.key === 'ArrowUp' || event.key === 'ArrowDown') return
          event.preventDefault()
          setSelected(next)
        }}
        className="flex h-24 items-stretch gap-px border-line-strong border-b"
      >
        {counts.map((count, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: bars are identified by position.
            key={index}
            onPointerEnter={() => setSelected(index)}
            className="flex min-w-0 flex-1 flex-col justify-end"
          >
            <div
              className={joinClasses(
                'w-full rounded-t-[1px]',
                index === cursor ? 'bg-accent' : 'bg-line-strong',
              )}
              style={{ height: count === 0 ? 0 : `max(1px, ${barHeight(count, max, isLog) * 100}%)` }}
            />
          </div>
        ))}
      </div>
      <div aria-hidden="true" className="flex justify-between gap-2 text-faint text-xs tabular-nums">
        <span>{ends[0]}</span>
        <span className="text-soft">{describe(cursor)}</span>
        <span>{ends[1]}</span>
      </div>
    </div>
  )
}

/** From 0 to 1. A single value has a visible bar in both scales. */
function barHeight(count: number, max: number, isLog: boolean): number {
  return isLog ? Math.log1p(count) / Math.log1p(max) : count / max
}

interface Stat {
  readonly name: string
  readonly value: string
  /** An explanation, shown on hover. */
  readonly about?: string
}

export function StatRow({ label, stats }: { label: string; stats: readonly Stat[] }) {
  return (
    <dl aria-label={label} className="grid grid-cols-[repeat(auto-fill,minmax(112px,1fr))] gap-x-4 gap-y-2">
      {stats.map(({ name, value, about }) => (
        <div key={name} className="flex min-w-0 flex-col" title={about}>
          <dt className="truncate text-faint text-sm">{name}</dt>
          <dd className="selectable font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
