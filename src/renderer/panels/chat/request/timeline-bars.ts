// The events of a stream as the bars of a plot: time to the right, bytes upwards.
import type { Exchange } from '#shared/schemas/exchange'

export interface TimelineBar {
  /** Milliseconds of its first and last event. */
  readonly from: number
  readonly to: number
  readonly events: number
  readonly bytes: number
  /** Milliseconds in which nothing came before it; from the call's arrival for the first. */
  readonly gap: number
  /** Shares of the plot's width and height. */
  readonly left: number
  readonly height: number
}

/** Events that fall into the same of `columns` are one bar. */
export function toTimelineBars(
  { timeline, times }: Pick<Exchange, 'timeline' | 'times'>,
  columns: number,
): TimelineBar[] {
  const end = Math.max(times.total, timeline.at(-1)?.[0] ?? 0, Number.MIN_VALUE)
  const bars: Omit<TimelineBar, 'height'>[] = []
  let column = -1
  let last = 0
  for (const [at, bytes] of timeline) {
    const place = Math.min(columns - 1, Math.floor((at / end) * columns))
    const bar = bars.at(-1)
    if (bar && place === column) {
      bars[bars.length - 1] = { ...bar, to: at, events: bar.events + 1, bytes: bar.bytes + bytes }
    } else bars.push({ from: at, to: at, events: 1, bytes, gap: at - last, left: place / columns })
    column = place
    last = at
  }
  const highest = Math.max(1, ...bars.map(({ bytes }) => bytes))
  return bars.map((bar) => ({ ...bar, height: bar.bytes / highest }))
}

/** The bar that is nearest to a share of the plot's width. */
export function findNearestBar(bars: readonly TimelineBar[], share: number): number {
  const distances = bars.map(({ left }) => Math.abs(left - share))
  return distances.indexOf(Math.min(...distances))
}
