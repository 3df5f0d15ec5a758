// The times that can be filtered by, and which moments they mean today.

export const spans = ['any', 'today', 'week', 'month', 'year', 'range'] as const
export type Span = (typeof spans)[number]

export const spanNames: Readonly<Record<Span, string>> = {
  any: 'Any time',
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  year: 'This year',
  range: 'From – to',
}

/** Days as a date field gives them: `2026-05-21`; empty where that end is open. */
export interface DateChoice {
  readonly span: Span
  readonly first: string
  readonly last: string
}

export const anyTime: DateChoice = { span: 'any', first: '', last: '' }

/** `from` counts, `to` does not; null is open. */
interface Moments {
  readonly from: number | null
  readonly to: number | null
}

/** In the user's time zone, in which days may have 23 or 25 hours. */
export function toMoments({ span, first, last }: DateChoice, now: number): Moments {
  const open = { from: null, to: null }
  switch (span) {
    case 'any':
      return open
    case 'today':
      return { ...open, from: startOfDay(now, 0) }
    case 'week':
      return { ...open, from: startOfDay(now, -6) }
    case 'month':
      return { ...open, from: startOfDay(now, -29) }
    case 'year':
      return { ...open, from: new Date(new Date(now).getFullYear(), 0, 1).getTime() }
    case 'range':
      return { from: readDay(first, 0), to: readDay(last, 1) }
  }
}

/** Whether the last day lies before the first one, so that nothing could be found. */
export function isReversed({ span, first, last }: DateChoice): boolean {
  return span === 'range' && first !== '' && last !== '' && last < first
}

function startOfDay(now: number, days: number): number {
  const at = new Date(now)
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime()
}

function readDay(day: string, later: number): number | null {
  const [year, month, date] = day.split('-').map(Number)
  if (!year || !month || !date) return null
  const at = new Date(year, month - 1, date + later)
  // The constructor takes years before 100 for ones of the last century.
  if (year < 100) at.setFullYear(year)
  return at.getTime()
}
