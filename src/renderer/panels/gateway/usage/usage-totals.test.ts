// Daily bars of usage, with days that have no requests, and errors in words.
import { expect, test } from 'vitest'
import type { UsageRow } from '#shared/schemas/request-log'
import { countFailures, describeErrors, toBars } from './usage-totals'

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

test('days without requests have empty bars, and canceled requests are no failures', () => {
  const rows = [
    make({ day: '2026-03-02', requests: 10, errors: { timeout: 1, cancelled: 2 } }),
    make({ day: '2026-02-27', requests: 3 }),
  ]
  expect(toBars(rows)).toEqual([
    { day: '2026-02-27', succeeded: 3, canceled: 0, failed: 0 },
    { day: '2026-02-28', succeeded: 0, canceled: 0, failed: 0 },
    { day: '2026-03-01', succeeded: 0, canceled: 0, failed: 0 },
    { day: '2026-03-02', succeeded: 7, canceled: 2, failed: 1 },
  ])
  expect(toBars(rows, 2).map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-02'])
  expect(toBars([])).toEqual([])
})

test('errors are counted and named by their class', () => {
  const row = make({ errors: { 'rate-limit': 2, cancelled: 1 } })
  expect(countFailures(row)).toBe(2)
  expect(describeErrors(row)).toBe('2 rate limit, 1 canceled')
  expect(describeErrors(make({}))).toBe('')
})
