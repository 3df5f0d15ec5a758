// Names, errors and daily bars of usage.
import type { UsageDimension, UsageRow } from '#shared/schemas/request-log'

export type UsageRange = '1' | '7' | '30' | 'all'

export const ranges: readonly { readonly value: UsageRange; readonly name: string }[] = [
  { value: '1', name: 'Today' },
  { value: '7', name: '7 days' },
  { value: '30', name: '30 days' },
  { value: 'all', name: 'All' },
]

export function toDays(range: UsageRange): 1 | 7 | 30 | null {
  return range === 'all' ? null : range === '30' ? 30 : range === '7' ? 7 : 1
}

export const dimensionNames: Readonly<Record<UsageDimension, string>> = {
  day: 'Day',
  model: 'Model',
  endpoint: 'Endpoint',
  client: 'Client',
  provider: 'Provider',
}

export function countErrors({ errors }: Pick<UsageRow, 'errors'>): number {
  return Object.values(errors).reduce((sum, count) => sum + count, 0)
}

/** Requests that the client canceled are no errors of the gateway or the provider. */
export function countFailures({ errors }: Pick<UsageRow, 'errors'>): number {
  return countErrors({ errors }) - (errors.cancelled ?? 0)
}

const errorNames: Readonly<Record<keyof UsageRow['errors'] & string, string>> = {
  auth: 'Key or permission',
  'rate-limit': 'Rate limit',
  invalid: 'Invalid request',
  timeout: 'Timeout',
  connection: 'Connection',
  server: 'Provider error',
  stream: 'Stream error',
  cancelled: 'Canceled',
}

/** `2 rate limit, 1 timeout`. */
export function describeErrors({ errors }: Pick<UsageRow, 'errors'>): string {
  return Object.entries(errorNames)
    .flatMap(([name, label]) => {
      // The names are those of the classes.
      const count = errors[name as keyof UsageRow['errors']] ?? 0
      return count === 0 ? [] : [`${count} ${label.toLowerCase()}`]
    })
    .join(', ')
}

export interface DayBar {
  /** `2026-11-23`. */
  readonly day: string
  readonly succeeded: number
  readonly canceled: number
  readonly failed: number
}

/** One bar for each day from the first to the last one with requests, at most as many as fit; oldest first. */
export function toBars(rows: readonly UsageRow[], maxBars = 90): DayBar[] {
  const days = new Map(rows.flatMap((row) => (row.day === null ? [] : [[row.day, row] as const])))
  const sorted = [...days.keys()].sort()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  const bars: DayBar[] = []
  for (let day = last; day >= first && bars.length < maxBars; day = dayBefore(day)) {
    const row = days.get(day)
    const canceled = row?.errors.cancelled ?? 0
    const failed = row ? countFailures(row) : 0
    bars.push({ day, canceled, failed, succeeded: (row?.requests ?? 0) - canceled - failed })
  }
  return bars.reverse()
}

/** Dates have no time zone here, so that no day has 23 hours. */
function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
}
