// Usage by day, which outlives the log: counts, tokens, what was billed, and mergeable histograms of durations.

import { toLocalDay } from '#shared/prices/cost'
import { type ErrorClass, type Exchange, summarizeExchange } from '#shared/schemas/exchange'
import type { PriceTable } from '#shared/schemas/prices'
import {
  otherUsage,
  type UnknownCost,
  type UsageDimension,
  type UsageQuery,
  type UsageRow,
  usageDimensions,
} from '#shared/schemas/request-log'
import { openAiProfilePattern, type UpstreamKind } from '#shared/schemas/upstream'
import { toClientProduct } from '#shared/wire/http'
import type { Connection } from '../database/connection'
import { parseJson } from '../parse-json'
import {
  type BilledItem,
  createPricer,
  mergeItems,
  type PriceItem,
  readItems,
  toBilledItem,
  writeItems,
} from './billed-items'

/** Combinations of a day. Scripts choose their names, so that further ones are added up. */
const maxCombinations = 200

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
  readonly billed: BilledItem[]
  /** Set when it is read, by the price table of then. */
  readonly cost: CostSum
}

interface StoredUsage extends Key, Sums {
  readonly errors: string
  readonly firstByte: string
  readonly overhead: string
  readonly billed: string
}

/** By day, and for the last two days by hour. */
type Table = 'usage_days' | 'usage_hours'

/** Characters of the day at the start of an hour. */
const dayLength = 10

/** In the transaction that adds the requests. */
export function addUsage(connection: Connection, exchanges: readonly Exchange[], now = Date.now()): void {
  const hours = groupUsage(exchanges.map(toUsage), usageDimensions)
  const days = structuredClone(hours).map((usage) => ({ ...usage, day: usage.day.slice(0, dayLength) }))
  for (const usage of hours) save(connection, 'usage_hours', usage)
  for (const usage of groupUsage(days, usageDimensions)) save(connection, 'usage_days', usage)
  connection.run('DELETE FROM usage_hours WHERE day < ?', [toLocalDay(findNoon(now, -1))])
}

function save(connection: Connection, table: Table, usage: Usage): void {
  const key = findKey(connection, table, usage)
  const stored = connection.get<StoredUsage>(`${selectFrom(table)} WHERE ${isKey}`, toValues(key))
  if (stored) mergeUsage(usage, toUsageOf(stored))
  connection.run(`INSERT OR REPLACE INTO ${table} ${usageValues}`, [
    ...toValues(key),
    ...sums.map((name) => usage[name]),
    ...[usage.errors, usage.firstByte, usage.overhead].map((counts) => JSON.stringify(counts)),
    writeItems(mergeItems(usage.billed)),
  ])
}

const isKey = usageDimensions.map((name) => `${name} = ?`).join(' AND ')
const sumColumns = sums.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
const selectFrom = (table: Table) => `SELECT ${usageDimensions.join(', ')},
  ${sums.map((name, index) => `${sumColumns[index]} AS ${name}`).join(', ')},
  errors, first_byte AS firstByte, overhead, billed FROM ${table}`
const usageColumns = [...usageDimensions, ...sumColumns, 'errors', 'first_byte', 'overhead', 'billed']
const usageValues = `(${usageColumns.join(', ')}) VALUES (${usageColumns.map(() => '?').join(', ')})`

function toValues(key: Key): string[] {
  return usageDimensions.map((name) => key[name])
}

function findKey(connection: Connection, table: Table, usage: Key): Key {
  if (connection.get(`SELECT 1 FROM ${table} WHERE ${isKey}`, toValues(usage))) return usage
  const row = connection.get<{ count: number }>(`SELECT count(*) AS count FROM ${table} WHERE day = ?`, [
    usage.day,
  ])
  return (row?.count ?? 0) < maxCombinations ? usage : { ...usage, model: otherUsage, client: otherUsage }
}

/** The usage of its hour. */
function toUsage(exchange: Exchange): Usage {
  const summary = summarizeExchange(exchange)
  const { errorClass, firstByte, overhead } = summary
  const isDone = errorClass === null
  const item = toBilledItem(exchange)
  return {
    day: toLocalHour(exchange.startedAt),
    model: exchange.model ?? '',
    endpoint: exchange.endpoint ?? '',
    client: toUsageClient(exchange),
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
    billed: item ? [item] : [],
    cost: createCostSum(),
  }
}

/** `2026-11-23T14`. When the clock is set back, two hours have one name. */
function toLocalHour(time: number): string {
  return `${toLocalDay(time)}T${String(new Date(time).getHours()).padStart(2, '0')}`
}

/** The whole name of a named key. */
function toUsageClient({ client, keyId }: Exchange): string {
  return keyId === undefined ? toClientProduct(client ?? '') : (client ?? '')
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
  into.billed.push(...added.billed)
  addCost(into.cost, added.cost)
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

function toUsageOf({ errors, firstByte, overhead, billed, ...stored }: StoredUsage): Usage {
  // Only `addUsage` writes these columns; a damaged one counts as empty.
  const read = (text: string) => (parseJson(text) ?? {}) as Histogram
  const histograms = { firstByte: read(firstByte), overhead: read(overhead) }
  return {
    ...stored,
    errors: read(errors),
    ...histograms,
    billed: readItems(billed),
    cost: createCostSum(),
  }
}

/** The known part of several costs, and the requests of the others. */
interface CostSum {
  nanos: number
  isAnyKnown: boolean
  unknown: UnknownCost[]
}

const createCostSum = (): CostSum => ({ nanos: 0, isAnyKnown: false, unknown: [] })

function addCost(into: CostSum, added: CostSum): void {
  into.nanos += added.nanos
  into.isAnyKnown ||= added.isAnyKnown
  for (const unknown of added.unknown) {
    const at = into.unknown.findIndex(
      ({ model, reason }) => model === unknown.model && reason === unknown.reason,
    )
    const before = into.unknown[at]
    if (before) into.unknown[at] = { ...before, requests: before.requests + unknown.requests }
    else into.unknown.push(unknown)
  }
}

function sumCosts({ billed, provider, day }: Usage, priceItem: PriceItem): CostSum {
  const cost = createCostSum()
  const source = { provider: toUpstreamKind(provider), day: day.slice(0, dayLength) }
  for (const item of billed) {
    const { nanos, unknown } = priceItem(item, source)
    addCost(cost, { nanos: nanos ?? 0, isAnyKnown: nanos !== null, unknown: unknown ? [unknown] : [] })
  }
  return cost
}

/** Other providers are IDs of profiles; `openai` is that of the gateway without a window. */
function toUpstreamKind(provider: string): UpstreamKind {
  if (provider === 'demo' || provider === 'vendor') return provider
  return provider === 'openai' || openAiProfilePattern.test(provider) ? 'openai' : 'service'
}

const maxUnknown = 20

/** Requests that are not billed cost 0. */
function toCost({ nanos, isAnyKnown, unknown }: CostSum): UsageRow['cost'] {
  const sorted = [...unknown].sort((one, another) => another.requests - one.requests).slice(0, maxUnknown)
  return { nanos: isAnyKnown || unknown.length === 0 ? nanos : null, unknown: sorted }
}

const dayMs = 86_400_000

/** Days are counted from noon, so that a change of the clock does not move them. */
function findNoon(now: number, days: number): number {
  return new Date(now).setHours(12, 0, 0, 0) + days * dayMs
}

/** The cost of the days from the first one, before the last one; texts that sort like days are allowed. */
export function readCost(
  connection: Connection,
  { from, before, prices }: { readonly from: string; readonly before: string; readonly prices: PriceTable },
): UsageRow['cost'] {
  const cost = createCostSum()
  const priceItem = createPricer(prices)
  const stored = connection.all<StoredUsage>(`${selectFrom('usage_days')} WHERE day >= ? AND day < ?`, [
    from,
    before,
  ])
  for (const row of stored) addCost(cost, sumCosts(toUsageOf(row), priceItem))
  return toCost(cost)
}

export type PricedUsageQuery = UsageQuery & { readonly prices: PriceTable }

export function readUsage(
  connection: Connection,
  { days, groupBy, byHour, prices }: PricedUsageQuery,
  now: number,
): UsageRow[] {
  const first = byHour ? toLocalDay(now) : days === null ? '' : toLocalDay(findNoon(now, 1 - days))
  const table = byHour ? 'usage_hours' : 'usage_days'
  const stored = connection.all<StoredUsage>(`${selectFrom(table)} WHERE day >= ?`, [first])
  const priceItem = createPricer(prices)
  const all = stored.map(toUsageOf).map((usage) => ({ ...usage, cost: sumCosts(usage, priceItem) }))
  return groupUsage(all, groupBy)
    .map(toUsageRow)
    .sort((one, another) => compareDays(another.day, one.day) || another.requests - one.requests)
}

function compareDays(one: string | null, another: string | null): number {
  return (one ?? '').localeCompare(another ?? '')
}

function toUsageRow({ firstByte, overhead, cost, billed: _, ...usage }: Usage): UsageRow {
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
    cost: toCost(cost),
  }
}

/** Names come from scripts, so that a spreadsheet must not run them as formulas. */
export async function toUsageCsv(rows: readonly UsageRow[], currency: string): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const table = rows.map(({ errors, firstByte, overhead, cost, ...row }) => ({
    ...row,
    cost: cost.nanos === null ? '' : formatNanos(cost.nanos),
    currency,
    requestsWithoutCost: cost.unknown.reduce((sum, { requests }) => sum + requests, 0),
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

/** All digits: `0.001234567`. */
function formatNanos(nanos: number): string {
  const digits = String(nanos).padStart(10, '0')
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`
}

const csvColumns = [
  ...usageDimensions,
  'requests',
  'errors',
  'errorsByClass',
  ...sums.slice(1),
  'cost',
  'currency',
  'requestsWithoutCost',
  'firstByteP50Ms',
  'firstByteP95Ms',
  'overheadP50Ms',
  'overheadP95Ms',
]
