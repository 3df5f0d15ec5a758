// The data of the usage chart: bars of hours, days or months, stacked by a dimension; and the state of the tab.

import { create } from 'zustand'
import { toLocalDay } from '#shared/prices/cost'
import type { UsageDimension, UsageRow } from '#shared/schemas/request-log'
import type { ProfileName } from '../../../exchange/describe-exchange'
import { countErrors, nameValue, type UsageRange } from './usage-totals'

export const measures = [
  { value: 'requests', name: 'Requests' },
  { value: 'tokens', name: 'Tokens' },
  { value: 'cost', name: 'Cost' },
  { value: 'errors', name: 'Errors' },
] as const
export type Measure = (typeof measures)[number]['value']

export function nameMeasure(measure: Measure): string {
  return measures.find(({ value }) => value === measure)?.name ?? ''
}

export interface Series {
  readonly key: string
  readonly name: string
  /** A CSS color. */
  readonly color: string
}

export interface Bar {
  /** `2026-11-23T14`, `2026-11-23` or `2026-11`. */
  readonly period: string
  /** By series, in their order. */
  readonly values: readonly number[]
  /** Part of the cost is not known. */
  readonly isIncomplete: boolean
}

export interface Chart {
  readonly series: readonly Series[]
  readonly bars: readonly Bar[]
}

/** Beyond this, days are added up to months. */
const maxDayBars = 92
const maxSeries = 6
const otherKey = '\0other'

interface ChartOptions {
  readonly dimension: UsageDimension
  readonly measure: Measure
  readonly range: UsageRange
  readonly profiles: readonly ProfileName[]
  readonly now: number
}

/** The largest series have colors of their own; the others are added up. */
export function toChart(rows: readonly UsageRow[], options: ChartOptions): Chart {
  const periods = listPeriods(rows, options)
  const toPeriod = (day: string) => day.slice(0, periods[0]?.length ?? day.length)
  const totals = new Map<string, number>()
  const { dimension, measure, profiles } = options
  const parts = rows.map((row) => ({
    // Without another dimension, a bar has only its total.
    key: dimension === 'day' ? '' : (row[dimension] ?? ''),
    value: measureRow(row, measure),
    period: toPeriod(row.day ?? ''),
  }))
  for (const { key, value } of parts) totals.set(key, (totals.get(key) ?? 0) + value)
  const sorted = [...totals].filter(([, total]) => total > 0).sort(([, one], [, other]) => other - one)
  const shown = sorted.slice(0, maxSeries).map(([key], at) => ({
    key,
    name: dimension === 'day' ? nameMeasure(measure) : nameValue(key || null, dimension, profiles),
    color: `var(--series-${at + 1})`,
  }))
  const hasOther = sorted.length > maxSeries
  const series = hasOther ? [...shown, { key: otherKey, name: 'Other', color: 'var(--faint)' }] : shown
  const at = new Map(series.map(({ key }, index) => [key, index]))
  const byPeriod = new Map(periods.map((period) => [period, series.map(() => 0)]))
  for (const { key, value, period } of parts) {
    const values = byPeriod.get(period)
    const index = at.get(key) ?? at.get(otherKey)
    if (values && index !== undefined) values[index] = (values[index] ?? 0) + value
  }
  const incomplete = new Set(
    measure === 'cost'
      ? rows.filter(({ cost }) => cost.unknown.length > 0).map(({ day }) => toPeriod(day ?? ''))
      : [],
  )
  const bars = periods.map((period) => ({
    period,
    values: byPeriod.get(period) ?? [],
    isIncomplete: incomplete.has(period),
  }))
  return { series, bars }
}

function measureRow(row: UsageRow, measure: Measure): number {
  switch (measure) {
    case 'requests':
      return row.requests
    case 'tokens':
      return row.inputTokens + row.outputTokens + row.thoughtsTokens
    case 'cost':
      return row.cost.nanos ?? 0
    case 'errors':
      return countErrors(row)
  }
}

/** All periods of the range, oldest first, so that those without requests are gaps. */
function listPeriods(rows: readonly UsageRow[], { range, now }: ChartOptions): string[] {
  if (range === '1') return listHours(now)
  const today = toLocalDay(now)
  const [first = today] = rows.flatMap(({ day }) => day ?? []).sort()
  const days: string[] = []
  const count = range === 'all' ? Number.POSITIVE_INFINITY : Number(range)
  for (let day = today; days.length < count && (range !== 'all' || day >= first); day = dayBefore(day))
    days.push(day)
  if (days.length <= maxDayBars) return days.reverse()
  return [...new Set(days.map((day) => day.slice(0, 7)))].reverse()
}

/** Those that the local clock shows: 23 on the day on which it is set forward. */
function listHours(now: number): string[] {
  const today = toLocalDay(now)
  const hours = new Set<string>()
  const start = new Date(now).setHours(0, 0, 0, 0)
  for (let at = start; toLocalDay(at) === today; at += 3_600_000)
    hours.add(`${today}T${String(new Date(at).getHours()).padStart(2, '0')}`)
  return [...hours]
}

/** Dates have no time zone here, so that no day has 23 hours. */
function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
}

/** The top of the scale: 1, 2 or 5 times a power of ten. */
export function findScale(max: number): number {
  if (max <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(max))
  const step = [1, 2, 5, 10].find((each) => each * power >= max * (1 - 1e-9)) ?? 10
  return step * power
}

interface UsageView {
  readonly range: UsageRange
  readonly dimension: UsageDimension
  readonly measure: Measure
}

export const useUsageView = create<UsageView>()(() => ({
  range: '7',
  dimension: 'model',
  measure: 'requests',
}))

export function changeUsageView(part: Partial<UsageView>) {
  useUsageView.setState(part)
}
