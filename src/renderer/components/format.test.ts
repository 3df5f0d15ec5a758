// Numbers as people read them.
import { expect, test } from 'vitest'
import { formatAge, formatBytes, formatCount, formatDuration } from './format'

test('durations keep three figures and never read “1000 ms” or “60.0 s”', () => {
  expect([0, 999, 999.6, 2320, 9996, 41_234, 59_960, 185_000].map(formatDuration)).toEqual([
    '0 ms',
    '999 ms',
    '1.00 s',
    '2.32 s',
    '10.0 s',
    '41.2 s',
    '1 min 0 s',
    '3 min 5 s',
  ])
})

test('counts and sizes', () => {
  expect([formatCount(4.26), formatCount(12.6), formatCount(2012)]).toEqual(['4.3', '13', '2,012'])
  expect([512, 12_400, 999_999, 3_100_000].map(formatBytes)).toEqual(['512 B', '12.4 kB', '1 MB', '3.1 MB'])
})

test('ages go from now to the day', () => {
  const now = Date.UTC(2026, 5, 20, 12)
  const minute = 60_000
  expect([0, 5, 90, 60 * 24, 60 * 24 * 30].map((minutes) => formatAge(now - minutes * minute, now))).toEqual([
    'now',
    '5 min',
    '1 h',
    '1 d',
    '21 May 2026',
  ])
})
