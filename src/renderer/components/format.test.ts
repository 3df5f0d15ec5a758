// Numbers, days and times as people read them.
import { describe, expect, test } from 'vitest'
import {
  createFormats,
  describeRetry,
  formatAge,
  formatClock,
  formatDuration,
  formatMoment,
  formatTime,
} from './format'

test('durations have three digits and are never “1000 ms” or “60.0 s”', () => {
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

test('ages range from “now” to the date', () => {
  const now = Date.UTC(2026, 5, 20, 12)
  const minute = 60_000
  expect([0, 5, 90, 60 * 24, 60 * 24 * 30].map((minutes) => formatAge(now - minutes * minute, now))).toEqual([
    'now',
    '5 min',
    '1 h',
    '1 d',
    'May 21, 2026',
  ])
})

test('a clock shows hours only from one hour on, and 0:00 for NaN', () => {
  expect([0, 7.9, 59.99, 754, 3723, -1, Number.NaN, Number.POSITIVE_INFINITY].map(formatClock)).toEqual([
    '0:00',
    '0:07',
    '0:59',
    '12:34',
    '1:02:03',
    '0:00',
    '0:00',
    '0:00',
  ])
})

describe.each([
  { hourCycle: 'h12', morning: '9:05:30 AM', evening: '9:05:30 PM', midnight: '12:00:00 AM' },
  { hourCycle: 'h23', morning: '09:05:30', evening: '21:05:30', midnight: '00:00:00' },
] as const)('with $hourCycle', ({ hourCycle, morning, evening, midnight }) => {
  test('a moment is formatted in the user’s time zone', () => {
    const format = createFormats('en-US', hourCycle)
    const moments = [new Date(2026, 4, 21, 9, 5, 30), new Date(2026, 4, 21, 21, 5, 30), new Date(2026, 4, 1)]
    expect(moments.map((moment) => formatTime(moment.getTime(), format))).toEqual([
      morning,
      evening,
      midnight,
    ])
    expect(moments.map((moment) => formatMoment(moment.getTime(), format))).toEqual([
      `May 21, 2026, ${morning}`,
      `May 21, 2026, ${evening}`,
      `May 1, 2026, ${midnight}`,
    ])
  })
})

test('the remaining time is rounded up to whole units, and zero allows a retry', () => {
  const left = [31_400, 32_000, 1, 99_000, 101_000, 3_600_000, 72_000_000, 0, -5]
  expect(left.map((milliseconds) => describeRetry(1_000_000_000 + milliseconds, 1_000_000_000))).toEqual([
    'Retry in 32 seconds.',
    'Retry in 32 seconds.',
    'Retry in 1 second.',
    'Retry in 99 seconds.',
    'Retry in 2 minutes.',
    'Retry in 60 minutes.',
    'Retry in about 20 hours.',
    'You can retry now.',
    'You can retry now.',
  ])
})
