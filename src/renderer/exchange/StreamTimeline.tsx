// The plot of a stream's events over time: time to the right, bytes upwards.
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import type { Exchange } from '#shared/schemas/exchange'
import { formatBytes, formatCount, formatDuration } from '../components/format'
import { joinClasses } from '../components/join-classes'

/** Maximum number of bars in the plot. */
const columns = 180
/** Maximum number of events per stream in the log. */
const maxEvents = 5000

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

export function StreamTimeline({ exchange }: { exchange: Exchange }) {
  const bars = useMemo(() => toTimelineBars(exchange, columns), [exchange])
  const [selected, setSelected] = useState<number | null>(null)
  if (bars.length === 0) return null
  const bar = selected === null ? undefined : bars[selected]

  const select = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setSelected(findNearestBar(bars, (event.clientX - left) / width))
  }
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    setSelected(Math.min(bars.length - 1, Math.max(0, (selected ?? (step > 0 ? -1 : bars.length)) + step)))
  }

  return (
    <div className="flex flex-col gap-1">
      <div
        role="slider"
        tabIndex={0}
        aria-label="Stream events over time"
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={(selected ?? 0) + 1}
        aria-valuetext={bar ? describeBar(bar) : describeAll(exchange)}
        onPointerMove={select}
        onPointerLeave={() => setSelected(null)}
        onBlur={() => setSelected(null)}
        onKeyDown={move}
        className="relative h-20 rounded-md border border-line bg-sunken"
      >
        <Bars bars={bars} selected={selected} />
        <FirstByte times={exchange.times} />
      </div>
      <div className="flex justify-between gap-3 text-faint text-xs tabular-nums">
        <span>0 ms</span>
        <span className="min-w-0 truncate text-soft">{bar ? describeBar(bar) : describeAll(exchange)}</span>
        <span className="whitespace-nowrap">{formatDuration(exchange.times.total)}</span>
      </div>
    </div>
  )
}

function Bars({ bars, selected }: { bars: readonly TimelineBar[]; selected: number | null }) {
  return (
    <div aria-hidden="true" className="absolute inset-x-1 inset-y-1">
      {bars.map(({ from, left, height }, index) => (
        <span
          key={from}
          className={joinClasses(
            'absolute bottom-0 min-h-0.5 w-[max(2px,0.4%)] rounded-t-[1px]',
            index === selected ? 'bg-ink' : 'bg-accent',
          )}
          style={{ left: `${left * 99.6}%`, height: `${height * 100}%` }}
        />
      ))}
    </div>
  )
}

/** A line at the time of the first byte. */
function FirstByte({ times }: Pick<Exchange, 'times'>) {
  if (times.firstByte === null || times.total === 0) return null
  // In the same columns as the bars, or its own event would appear before it.
  const fraction = Math.min(columns - 1, Math.floor((times.firstByte / times.total) * columns)) / columns
  const left = `calc(4px + (100% - 8px) * ${fraction * 0.996})`
  return (
    <span
      aria-hidden="true"
      className="absolute inset-y-0 border-warn border-l border-dashed"
      style={{ left }}
    />
  )
}

function describeAll({ timeline, times }: Exchange): string {
  const limit = timeline.length >= maxEvents ? 'first ' : ''
  const first = times.firstByte === null ? '' : `, first byte after ${formatDuration(times.firstByte)}`
  return `${limit}${formatCount(timeline.length)} ${timeline.length === 1 ? 'event' : 'events'}${first}`
}

function describeBar({ from, to, events, bytes, gap }: TimelineBar): string {
  const when = events === 1 ? formatDuration(from) : `${formatDuration(from)} to ${formatDuration(to)}`
  const count = events === 1 ? '' : ` in ${formatCount(events)} events`
  return `${when}: ${formatBytes(bytes)}${count}, after a ${formatDuration(gap)} gap`
}

export interface TimelineBar {
  /** Milliseconds until its first and last event. */
  readonly from: number
  readonly to: number
  readonly events: number
  readonly bytes: number
  /** Milliseconds since the previous event; for the first one, since the request was received. */
  readonly gap: number
  /** Fractions of the plot's width and height. */
  readonly left: number
  readonly height: number
}

/** Events in the same column share a bar. */
export function toTimelineBars(
  { timeline, times }: Pick<Exchange, 'timeline' | 'times'>,
  columns: number,
): TimelineBar[] {
  const end = Math.max(times.total, timeline.at(-1)?.[0] ?? 0, Number.MIN_VALUE)
  const bars: Omit<TimelineBar, 'height'>[] = []
  let column = -1
  let last = 0
  for (const [at, bytes] of timeline) {
    const next = Math.min(columns - 1, Math.floor((at / end) * columns))
    const bar = bars.at(-1)
    if (bar && next === column) {
      bars[bars.length - 1] = { ...bar, to: at, events: bar.events + 1, bytes: bar.bytes + bytes }
    } else bars.push({ from: at, to: at, events: 1, bytes, gap: at - last, left: next / columns })
    column = next
    last = at
  }
  const highest = Math.max(1, ...bars.map(({ bytes }) => bytes))
  return bars.map((bar) => ({ ...bar, height: bar.bytes / highest }))
}

/** The bar nearest to a position, as a fraction of the plot's width. */
export function findNearestBar(bars: readonly TimelineBar[], fraction: number): number {
  const distances = bars.map(({ left }) => Math.abs(left - fraction))
  return distances.indexOf(Math.min(...distances))
}
