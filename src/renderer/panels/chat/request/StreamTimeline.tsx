// The plot of a stream: when its events came, how long each was, and where nothing came.
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import type { Exchange } from '#shared/schemas/exchange'
import { formatBytes, formatCount, formatDuration } from '../../../components/format'
import { joinClasses } from '../../../components/join-classes'
import { findNearestBar, type TimelineBar, toTimelineBars } from './timeline-bars'

/** Of the plot, in bars that can be told apart. */
const columns = 180
/** The log keeps so many events of a stream. */
const mostEvents = 5000

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
  const [chosen, setChosen] = useState<number | null>(null)
  if (bars.length === 0) return null
  const bar = chosen === null ? undefined : bars[chosen]

  const choose = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setChosen(findNearestBar(bars, (event.clientX - left) / width))
  }
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    setChosen(Math.min(bars.length - 1, Math.max(0, (chosen ?? (step > 0 ? -1 : bars.length)) + step)))
  }

  return (
    <div className="flex flex-col gap-1">
      <div
        role="slider"
        tabIndex={0}
        aria-label="Events over time"
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={(chosen ?? 0) + 1}
        aria-valuetext={bar ? describeBar(bar) : describeAll(exchange)}
        onPointerMove={choose}
        onPointerLeave={() => setChosen(null)}
        onBlur={() => setChosen(null)}
        onKeyDown={move}
        className="relative h-20 rounded-md border border-line bg-sunken"
      >
        <Bars bars={bars} chosen={chosen} />
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

function Bars({ bars, chosen }: { bars: readonly TimelineBar[]; chosen: number | null }) {
  return (
    <div aria-hidden="true" className="absolute inset-x-1 inset-y-1">
      {bars.map(({ from, left, height }, index) => (
        <span
          key={from}
          className={joinClasses(
            'absolute bottom-0 min-h-0.5 w-[max(2px,0.4%)] rounded-t-[1px]',
            index === chosen ? 'bg-ink' : 'bg-accent',
          )}
          style={{ left: `${left * 99.6}%`, height: `${height * 100}%` }}
        />
      ))}
    </div>
  )
}

/** A line up to which nothing had come. */
function FirstByte({ times }: Pick<Exchange, 'times'>) {
  if (times.firstByte === null || times.total === 0) return null
  // In the same columns as the bars, or its own event would stand before it.
  const share = Math.min(columns - 1, Math.floor((times.firstByte / times.total) * columns)) / columns
  const left = `calc(4px + (100% - 8px) * ${share * 0.996})`
  return (
    <span
      aria-hidden="true"
      className="absolute inset-y-0 border-warn border-l border-dashed"
      style={{ left }}
    />
  )
}

function describeAll({ timeline, times }: Exchange): string {
  const most = timeline.length >= mostEvents ? 'the first ' : ''
  const first = times.firstByte === null ? '' : `, first byte after ${formatDuration(times.firstByte)}`
  return `${most}${formatCount(timeline.length)} ${timeline.length === 1 ? 'event' : 'events'}${first}`
}

function describeBar({ from, to, events, bytes, gap }: TimelineBar): string {
  const when = events === 1 ? formatDuration(from) : `${formatDuration(from)} to ${formatDuration(to)}`
  const count = events === 1 ? '' : ` in ${formatCount(events)} events`
  return `${when}: ${formatBytes(bytes)}${count}, after ${formatDuration(gap)} of silence`
}
