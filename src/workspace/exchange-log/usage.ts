// Usage by day, which outlives the log: counts, tokens and mergeable histograms of durations.
import Papa from 'papaparse'
import { type ErrorClass, type Exchange, summarizeExchange } from '#shared/schemas/exchange'
import {
  type UsageDimension,
  type UsageQuery,
  type UsageRow,
  usageDimensions,
} from '#shared/schemas/request-log'
import type { Connection } from '../database/connection'
import { parseJson } from '../parse-json'

/** Combinations of a day. Scripts choose their names, so that further ones are added up as `other`. */
const maxCombinations = 200
const other = 'other'

/** Each bucket's bound is this much above the one before. */
const bucketBase = 1.1

/** Number of values by bucket: the exponent of its upper bound in milliseconds. */
type Histogram = Partial<Record<string, number>>

const sums = [
  'requests',
  'inputTokens',
  'outputTokens',
  'thoughtsTokens',
  'cachedTokens',
  'images',
  'videos',
  'audios',
] as const

type Sums = Record<(typeof sums)[number], number>
type Key = Record<UsageDimension, string>

interface Usage extends Key, Sums {
  readonly errors: Partial<Record<ErrorClass, number>>
  readonly firstByte: Histogram
  readonly overhead: Histogram
}

interface StoredUsage extends Key, Sums {
  readonly errors: string
  readonly firstByte: string
  readonly overhead: string
}

/** In the transaction that adds the requests. */
export function addUsage(connection: Connection, exchanges: readonly Exchange[]): void {
  for (const usage of groupUsage(exchanges.map(toUsage), usageDimensions)) {
    const key = findKey(connection, usage)
    const stored = connection.get<StoredUsage>(`${selectUsage} WHERE ${isKey}`, toValues(key))
    if (stored) mergeUsage(usage, toUsageOf(stored))
    connection.run(insertUsage, [
      ...toValues(key),
      ...sums.map((name) => usage[name]),
      ...[usage.errors, usage.firstByte, usage.overhead].map((counts) => JSON.stringify(counts)),
    ])
  }
}

const isKey = usageDimensions.map((name) => `${name} = ?`).join(' AND ')
const sumColumns = sums.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
const selectUsage = `SELECT ${usageDimensions.join(', ')},
  ${sums.map((name, index) => `${sumColumns[index]} AS ${name}`).join(', ')},
  errors, first_byte AS firstByte, overhead FROM usage_days`
const usageColumns = [...usageDimensions, ...sumColumns, 'errors', 'first_byte', 'overhead']
const insertUsage = `INSERT OR REPLACE INTO usage_days (${usageColumns.join(', ')})
  VALUES (${usageColumns.map(() => '?').join(', ')})`

function toValues(key: Key): string[] {
  return usageDimensions.map((name) => key[name])
}

function findKey(connection: Connection, usage: Key): Key {
  if (connection.get(`SELECT 1 FROM usage_days WHERE ${isKey}`, toValues(usage))) return usage
  const row = connection.get<{ count: number }>('SELECT count(*) AS count FROM usage_days WHERE day = ?', [
    usage.day,
  ])
  return (row?.count ?? 0) < maxCombinations ? usage : { ...usage, model: other, client: other }
}

function toUsage(exchange: Exchange): Usage {
  const summary = summarizeExchange(exchange)
  const { errorClass, firstByte, overhead } = summary
  const isDone = errorClass === null
  return {
    day: toDay(exchange.startedAt),
    model: exchange.model ?? '',
    endpoint: exchange.endpoint ?? '',
    client: toProduct(exchange.client),
    provider: exchange.provider,
    requests: 1,
    inputTokens: summary.inputTokens ?? 0,
    outputTokens: summary.outputTokens ?? 0,
    thoughtsTokens: summary.thoughtsTokens ?? 0,
    cachedTokens: summary.cachedTokens ?? 0,
    ...exchange.media,
    errors: errorClass === null ? {} : { [errorClass]: 1 },
    // Errors are often fast, and would hide how long responses take.
    firstByte: toHistogram(isDone ? firstByte : null),
    overhead: toHistogram(isDone ? overhead : null),
  }
}

/** In local time. */
function toDay(time: number): string {
  const date = new Date(time)
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/** `python-requests/2.31` → `python-requests`: versions are too many. */
function toProduct(client: string | null): string {
  return /^[^/\s(]*/.exec(client ?? '')?.[0].slice(0, 60) ?? ''
}

function toHistogram(milliseconds: number | null): Histogram {
  if (milliseconds === null) return {}
  return { [Math.ceil(Math.log(Math.max(milliseconds, 0.001)) / Math.log(bucketBase))]: 1 }
}

/** Returns the upper bound of the bucket that contains the percentile. */
function findPercentile(histogram: Histogram, share: number): number | null {
  const buckets = Object.entries(histogram).sort(([one], [another]) => Number(one) - Number(another))
  const total = buckets.reduce((sum, [, count = 0]) => sum + count, 0)
  let below = 0
  for (const [bucket, count = 0] of buckets) {
    below += count
    if (below >= total * share) return Number((bucketBase ** Number(bucket)).toPrecision(3))
  }
  return null
}

function addCounts(into: Partial<Record<string, number>>, added: Partial<Record<string, number>>): void {
  for (const name in added) into[name] = (into[name] ?? 0) + (added[name] ?? 0)
}

/** Adds the second one to the first one. */
function mergeUsage(into: Usage, added: Usage): void {
  for (const name of sums) into[name] += added[name]
  addCounts(into.errors, added.errors)
  addCounts(into.firstByte, added.firstByte)
  addCounts(into.overhead, added.overhead)
}

/** Dimensions that are not grouped by are empty. */
function groupUsage(all: readonly Usage[], groupBy: readonly UsageDimension[]): Usage[] {
  const groups = new Map<string, Usage>()
  for (const usage of all) {
    const name = groupBy.map((dimension) => usage[dimension]).join('\n')
    const before = groups.get(name)
    if (before) {
      mergeUsage(before, usage)
      continue
    }
    for (const dimension of usageDimensions) if (!groupBy.includes(dimension)) usage[dimension] = ''
    groups.set(name, usage)
  }
  return [...groups.values()]
}

function toUsageOf({ errors, firstByte, overhead, ...stored }: StoredUsage): Usage {
  // Only `addUsage` writes these columns; a damaged one counts as empty.
  const read = (text: string) => (parseJson(text) ?? {}) as Histogram
  return { ...stored, errors: read(errors), firstByte: read(firstByte), overhead: read(overhead) }
}

/** Milliseconds; the first day shown is found from noon, so that a change of the clock does not move it. */
const dayMs = 86_400_000

export function readUsage(connection: Connection, { days, groupBy }: UsageQuery, now: number): UsageRow[] {
  const noon = new Date(now).setHours(12, 0, 0, 0)
  const first = days === null ? '' : toDay(noon - (days - 1) * dayMs)
  const stored = connection.all<StoredUsage>(`${selectUsage} WHERE day >= ?`, [first])
  return groupUsage(stored.map(toUsageOf), groupBy)
    .map(toUsageRow)
    .sort((one, another) => compareDays(another.day, one.day) || another.requests - one.requests)
}

function compareDays(one: string | null, another: string | null): number {
  return (one ?? '').localeCompare(another ?? '')
}

function toUsageRow({ firstByte, overhead, ...usage }: Usage): UsageRow {
  const toPercentiles = (histogram: Histogram) => ({
    p50: findPercentile(histogram, 0.5),
    p95: findPercentile(histogram, 0.95),
  })
  const orNull = (text: string) => text || null
  return {
    ...usage,
    day: orNull(usage.day),
    model: orNull(usage.model),
    endpoint: orNull(usage.endpoint),
    client: orNull(usage.client),
    provider: orNull(usage.provider),
    firstByte: toPercentiles(firstByte),
    overhead: toPercentiles(overhead),
  }
}

/** Names come from scripts, so that a spreadsheet must not run them as formulas. */
export function toUsageCsv(rows: readonly UsageRow[]): string {
  const table = rows.map(({ errors, firstByte, overhead, ...row }) => ({
    ...row,
    errors: Object.values(errors).reduce((sum, count) => sum + count, 0),
    errorsByClass: Object.entries(errors)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
    firstByteP50Ms: firstByte.p50,
    firstByteP95Ms: firstByte.p95,
    overheadP50Ms: overhead.p50,
    overheadP95Ms: overhead.p95,
  }))
  return `${Papa.unparse(table, { escapeFormulae: true, columns: csvColumns })}\r\n`
}

const csvColumns = [
  ...usageDimensions,
  'requests',
  'errors',
  'errorsByClass',
  ...sums.slice(1),
  'firstByteP50Ms',
  'firstByteP95Ms',
  'overheadP50Ms',
  'overheadP95Ms',
]
