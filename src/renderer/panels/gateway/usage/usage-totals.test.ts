// Bars of usage with gaps and changes of the clock, errors in words, and the log’s filters for rows.
import { expect, onTestFinished, test, vi } from 'vitest'
import type { UsageRow } from '#shared/schemas/request-log'
import { toChart } from './usage-chart'
import { formatPeriod, toLogFilters, toPeriodTime } from './usage-totals'

const make = (part: Partial<UsageRow>): UsageRow => ({
  day: null,
  model: null,
  endpoint: null,
  client: null,
  provider: null,
  requests: 0,
  errors: {},
  inputTokens: 0,
  outputTokens: 0,
  thoughtsTokens: 0,
  cachedTokens: 0,
  images: 0,
  videos: 0,
  audios: 0,
  firstByte: { p50: null, p95: null },
  overhead: { p50: null, p95: null },
  cost: { nanos: 0, unknown: [] },
  ...part,
})

const noon = (day: string) => new Date(`${day}T12:00:00`).getTime()
const byDay: Omit<Parameters<typeof toChart>[1], 'range'> = {
  dimension: 'day',
  measure: 'requests',
  profiles: [],
  now: noon('2026-03-02'),
}

test('days without requests have empty bars', () => {
  const rows = [make({ day: '2026-03-02', requests: 10 }), make({ day: '2026-02-27', requests: 3 })]
  const { series, bars } = toChart(rows, { ...byDay, range: 'all' })
  expect(series.map(({ name }) => name)).toEqual(['Requests'])
  expect(bars.map(({ period, values }) => [period, ...values])).toEqual([
    ['2026-02-27', 3],
    ['2026-02-28', 0],
    ['2026-03-01', 0],
    ['2026-03-02', 10],
  ])
  expect(toChart(rows, { ...byDay, range: '7' }).bars.map(({ period }) => period)).toEqual([
    '2026-02-24',
    '2026-02-25',
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ])
  expect(toChart([], { ...byDay, range: '30' }).bars).toHaveLength(30)
})

test('failed requests can be charted, of every kind together', () => {
  const rows = [make({ day: '2026-03-02', requests: 9, errors: { auth: 2, 'rate-limit': 3 } })]
  const { series, bars } = toChart(rows, { ...byDay, measure: 'errors', range: '7' })
  expect([series.map(({ name }) => name), bars.at(-1)?.values]).toEqual([['Errors'], [5]])
})

test('years are months, and each day counts in its own one', () => {
  const rows = [
    make({ day: '2026-03-02', requests: 1 }),
    make({ day: '2026-01-31', requests: 2 }),
    make({ day: '2025-11-30', requests: 4 }),
  ]
  const { bars } = toChart(rows, { ...byDay, range: 'all' })
  expect(bars.map(({ period, values }) => [period, values[0]])).toEqual([
    ['2025-11', 4],
    ['2025-12', 0],
    ['2026-01', 2],
    ['2026-02', 0],
    ['2026-03', 1],
  ])
  expect(toPeriodTime('2026-02')).toEqual({
    span: 'range',
    first: '2026-02-01T00:00',
    last: '2026-02-28T23:59',
  })
  expect([formatPeriod('2026-02'), formatPeriod('2026-02-03')]).toEqual(['February 2026', 'Feb 3, 2026'])
})

test('the day on which the clock is set forward has 23 hours, and the other one no hour twice', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  onTestFinished(() => void vi.unstubAllEnvs())
  const hoursOf = (day: string) => {
    const now = new Date(`${day}T20:00`).getTime()
    return toChart([], { ...byDay, range: '1', now }).bars.map(({ period }) => period.slice(-2))
  }
  expect(hoursOf('2026-03-29').slice(0, 4)).toEqual(['00', '01', '03', '04'])
  expect(hoursOf('2026-03-29')).toHaveLength(23)
  expect(hoursOf('2026-10-25')).toHaveLength(24)
  expect(new Set(hoursOf('2026-10-25')).size).toBe(24)
})

test('rows open their requests in the log, if it can find them', () => {
  const clients = [
    { value: 'curl/8.5.0', count: 1 },
    { value: 'curl/7', count: 1 },
    { value: 'curling', count: 1 },
    { value: 'My script', count: 1 },
  ]
  const find = (part: Partial<UsageRow>, dimension: Parameters<typeof toLogFilters>[1]) =>
    toLogFilters(make(part), dimension, { range: '1', clients })
  expect(find({ client: 'curl' }, 'client')).toMatchObject({
    clients: ['curl/8.5.0', 'curl/7'],
    time: { span: 'today' },
  })
  expect(find({ client: 'My script' }, 'client')).toMatchObject({ clients: ['My script'] })
  expect(find({ model: 'm' }, 'model')).toMatchObject({ models: ['m'] })
  expect(find({ day: '2026-03-01' }, 'day')).toMatchObject({
    time: { span: 'range', first: '2026-03-01T00:00', last: '2026-03-01T23:59' },
  })
  expect([find({ endpoint: null }, 'endpoint'), find({ model: 'other' }, 'model')]).toEqual([null, null])
})
