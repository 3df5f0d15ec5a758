// Groups items by date, in the user's time zone: today, yesterday, the last 7 and 30 days, and months.
import { formatMonth } from './format'

interface DateGroup {
  readonly heading: string
  readonly count: number
}

interface Span {
  readonly heading: string
  /** Inclusive. */
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

/** `moments` in ascending or descending order. */
export function groupByDate(moments: readonly number[], now: number): DateGroup[] {
  const groups: { heading: string; count: number }[] = []
  let span: Span | undefined
  for (const at of moments) {
    const last = groups.at(-1)
    if (span && last && at >= span.from && at < span.to) {
      last.count += 1
      continue
    }
    span = findSpan(at, now)
    groups.push({ heading: span.heading, count: 1 })
  }
  return groups
}

/** Days may have 23 or 25 hours, so milliseconds must not be added. */
export function startOfDay(now: number, days: number): number {
  const at = new Date(now)
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime()
}

export function findSpan(at: number, now: number): Span {
  const startOf = (days: number) => startOfDay(now, days)
  const [today, yesterday, week, month] = [startOf(0), startOf(-1), startOf(-6), startOf(-29)]
  // A clock that was set back makes items of the future.
  if (at >= today) return { heading: 'Today', from: today, to: Number.POSITIVE_INFINITY }
  if (at >= yesterday) return { heading: 'Yesterday', from: yesterday, to: today }
  if (at >= week) return { heading: 'Last 7 days', from: week, to: yesterday }
  if (at >= month) return { heading: 'Last 30 days', from: month, to: week }
  const day = new Date(at)
  const to = new Date(day.getFullYear(), day.getMonth() + 1, 1).getTime()
  const from = new Date(day.getFullYear(), day.getMonth(), 1).getTime()
  return { heading: formatMonth(at), from, to: Math.min(month, to) }
}
