// Names, errors and ranges of usage, and the filter of the log for its rows.

import { toLocalDay } from '#shared/prices/cost'
import {
  type Cost,
  type ExchangeCounts,
  otherUsage,
  type UnknownCost,
  type UsageDimension,
  type UsageRow,
} from '#shared/schemas/request-log'
import { toClientProduct } from '#shared/wire/http'
import {
  formatDate,
  formatDuration,
  formatHour,
  formatPlural,
  formatShortDate,
  formatYearMonth,
} from '../../../components/format'
import {
  describeClient,
  describeEndpoint,
  describeProvider,
  type ProfileName,
} from '../../../exchange/describe-exchange'
import { type LogFilters, noFilters, type TimeChoice } from '../log/log-view'

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

export function nameValue(
  value: string | null,
  dimension: UsageDimension,
  profiles: readonly ProfileName[],
): string {
  if (value === null) return dimension === 'endpoint' ? 'Other routes' : 'Unknown'
  switch (dimension) {
    case 'day':
      return formatDate(value)
    case 'endpoint':
      return describeEndpoint(value).name
    case 'client':
      return value === otherUsage ? 'Other clients' : describeClient(value)
    case 'provider':
      return describeProvider(value, profiles)
    case 'model':
      return value === otherUsage ? 'Other models' : value
  }
}

export function countErrors({ errors }: Pick<UsageRow, 'errors'>): number {
  return Object.values(errors).reduce((sum, count) => sum + count, 0)
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

/** `3 images · 1 video`. */
export function describeMedia({ images, videos, audios }: UsageRow): string {
  const counts = [
    images > 0 && formatPlural(images, 'image'),
    videos > 0 && formatPlural(videos, 'video'),
    audios > 0 && formatPlural(audios, 'audio file'),
  ]
  return counts.filter(Boolean).join(' · ') || '–'
}

/** The filters of the log that show a row's requests; null if the log can't find them. */
export function toLogFilters(
  row: UsageRow,
  dimension: UsageDimension,
  context: { readonly range: UsageRange; readonly clients: ExchangeCounts['clients'] },
): LogFilters | null {
  const value = row[dimension]
  if (value === null || (value === otherUsage && (dimension === 'model' || dimension === 'client')))
    return null
  const filters = { ...noFilters, time: toTimeChoice(context.range, Date.now()) }
  switch (dimension) {
    case 'day':
      return { ...noFilters, time: toPeriodTime(value) }
    case 'endpoint':
      return { ...filters, endpoints: [value] }
    case 'model':
      return { ...filters, models: [value] }
    case 'provider':
      return { ...filters, providers: [value] }
    case 'client': {
      // The log has the versions of clients, too.
      const clients = context.clients.flatMap((each) => each.value ?? [])
      const matching = clients.filter((each) => each === value || toClientProduct(each) === value)
      return { ...filters, clients: matching.length > 0 ? matching.slice(0, 50) : [value] }
    }
  }
}

function toTimeChoice(range: UsageRange, now: number): TimeChoice {
  if (range === 'all') return noFilters.time
  if (range !== '30') return { ...noFilters.time, span: range === '1' ? 'today' : 'week' }
  const noon = new Date(now).setHours(12, 0, 0, 0)
  return { span: 'range', first: `${toLocalDay(noon - 29 * dayMs)}T00:00`, last: '' }
}

const dayMs = 86_400_000

/** The time of an hour, a day, or a month: `2026-11-23T14`, `2026-11-23`, `2026-11`. */
export function toPeriodTime(period: string): TimeChoice {
  if (period.includes('T')) return { span: 'range', first: `${period}:00`, last: `${period}:59` }
  const [year = 0, month = 0, day] = period.split('-').map(Number)
  const last = day === undefined ? `${period}-${new Date(Date.UTC(year, month, 0)).getUTCDate()}` : period
  const first = day === undefined ? `${period}-01` : period
  return { span: 'range', first: `${first}T00:00`, last: `${last}T23:59` }
}

export function formatPeriod(period: string): string {
  if (period.includes('T')) return formatHour(new Date(`${period}:00`).getTime())
  return period.length === 7 ? formatYearMonth(period, 'long') : formatDate(period)
}

export function formatShortPeriod(period: string): string {
  if (period.includes('T')) return formatPeriod(period)
  return period.length === 7 ? formatYearMonth(period, 'short') : formatShortDate(period)
}

export function formatPercentiles({ p50, p95 }: UsageRow['firstByte'], format = formatDuration): string {
  return p50 === null || p95 === null ? '–' : `${format(p50)} · ${format(p95)}`
}

const maxModels = 3

/** `a, b, and 4 more`. */
function listModels(unknown: readonly UnknownCost[]): string {
  const names = unknown.map(({ model }) => model ?? 'unknown models')
  const more = names.length - maxModels
  if (more > 0) return `${names.slice(0, maxModels).join(', ')}, and ${more} more`
  return names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`
}

function sumRequests(unknown: readonly UnknownCost[]): string {
  return formatPlural(
    unknown.reduce((sum, { requests }) => sum + requests, 0),
    'request',
  )
}

/** As sentences, for the note and for the tooltips of rows. */
export function describeUnknown({ unknown }: Cost): string[] {
  const priceless = unknown.filter(({ reason }) => reason === 'price')
  const unmeasured = unknown.filter(({ reason }) => reason === 'amount')
  return [
    ...(priceless.length > 0
      ? [`No price is set for ${listModels(priceless)} (${sumRequests(priceless)}).`]
      : []),
    ...(unmeasured.length > 0
      ? [`How much was billed isn’t known for ${sumRequests(unmeasured)} to ${listModels(unmeasured)}.`]
      : []),
  ]
}
