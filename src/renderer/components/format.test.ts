// Numbers, days and times as people read them, and parameters as they type them.
import { expect, test } from 'vitest'
import { findSpan, groupByDate } from './date-groups'
import {
  createFormats,
  describeRetry,
  formatAge,
  formatBytes,
  formatClock,
  formatCount,
  formatDate,
  formatDuration,
  formatMoment,
  formatPlural,
  formatTime,
} from './format'
import { readParameter, rules, showParameter } from './read-parameter'

test('durations have three digits and are never “1000 ms” or “60.0 s”', () => {
  expect([0, 999.6, 2320, 9996, 41_234, 59_960, 185_000].map(formatDuration)).toEqual([
    ...['0 ms', '1.00 s', '2.32 s', '10.0 s', '41.2 s', '1 min 0 s', '3 min 5 s'],
  ])
})

test('counts and sizes are rounded and have separators', () => {
  expect([formatCount(4.26), formatCount(12.6), formatPlural(1, 'file'), formatPlural(1204, 'file')]).toEqual(
    [...['4.3', '13', '1 file', '1,204 files']],
  )
  expect([512, 12_400, 999_999, 3_100_000].map(formatBytes)).toEqual(['512 B', '12.4 KB', '1 MB', '3.1 MB'])
})

test('ages range from “now” to the date', () => {
  const now = Date.UTC(2026, 5, 20, 12)
  const age = (minutes: number) => formatAge(now - minutes * 60_000, now)
  expect([0, 5, 90, 60 * 24, 60 * 24 * 30].map(age)).toEqual(['now', '5 min', '1 h', '1 d', 'May 21, 2026'])
})

test('a clock shows hours only from one hour on, and 0:00 for NaN', () => {
  expect([0, 59.99, 754, 3723, -1, Number.NaN, Number.POSITIVE_INFINITY].map(formatClock)).toEqual([
    ...['0:00', '0:59', '12:34', '1:02:03', '0:00', '0:00', '0:00'],
  ])
})

test.each([
  ['h12', '9:05:30 PM', '12:00:00 AM'],
  ['h23', '21:05:30', '00:00:00'],
] as const)('a moment is formatted in the user’s time zone with %s', (hourCycle, evening, midnight) => {
  const format = createFormats('en-US', hourCycle)
  const moments = [new Date(2026, 4, 21, 21, 5, 30).getTime(), new Date(2026, 4, 1).getTime()]
  expect(moments.map((moment) => formatTime(moment, format))).toEqual([evening, midnight])
  expect(formatMoment(moments[0] ?? 0, format)).toBe(`May 21, 2026, ${evening}`)
  expect(formatDate('2026-10-02')).toBe('Oct 2, 2026')
})

test('the remaining time is rounded up to whole units, and zero allows a retry', () => {
  const left = [31_400, 1, 99_000, 101_000, 3_600_000, 72_000_000, -5]
  expect(left.map((milliseconds) => describeRetry(1_000_000_000 + milliseconds, 1_000_000_000))).toEqual([
    'Retry in 32 seconds.',
    'Retry in 1 second.',
    'Retry in 99 seconds.',
    'Retry in 2 minutes.',
    'Retry in 60 minutes.',
    'Retry in about 20 hours.',
    'You can retry now.',
  ])
})

const at = (...[month, day, hour = 12, year = 2026]: [number, number, number?, number?]) =>
  new Date(year, month, day, hour).getTime()

test.each([
  ['a moment later, after the clock was set back', at(2, 30), 'Today'],
  ['the first second of the day', at(2, 29, 0), 'Today'],
  ['the last second of the day before', at(2, 29, 0) - 1, 'Yesterday'],
  ['six days ago', at(2, 23, 0), 'Last 7 days'],
  ['seven days ago', at(2, 23, 0) - 1, 'Last 30 days'],
  ['29 days ago', at(1, 28, 0), 'Last 30 days'],
  ['30 days ago', at(1, 28, 0) - 1, 'February 2026'],
  ['the same month of another year', at(2, 10, 12, 2025), 'March 2025'],
])('names the day of %s', (_, day, expected) => {
  // Summer time begins on this day in Europe.
  expect(findSpan(day, at(2, 29, 8)).heading).toBe(expected)
})

test('items are grouped by day, week, 30 days and month in both orders', () => {
  const moments = [
    at(10, 3, 13),
    at(10, 3, 0),
    at(10, 2, 23),
    at(9, 28),
    at(9, 5),
    at(9, 4),
    at(9, 1),
    at(8, 30),
  ]
  const groups = [
    { heading: 'Today', count: 2 },
    { heading: 'Yesterday', count: 1 },
    { heading: 'Last 7 days', count: 1 },
    { heading: 'Last 30 days', count: 1 },
    { heading: 'October 2026', count: 2 },
    { heading: 'September 2026', count: 1 },
  ]
  expect(groupByDate(moments, at(10, 3))).toEqual(groups)
  expect(groupByDate([...moments].reverse(), at(10, 3))).toEqual([...groups].reverse())
})

test('a parameter is read within its limits, with either decimal mark, and blank is the default', () => {
  const read = (rule: keyof typeof rules, ...texts: string[]) =>
    texts.map((text) => {
      const typed = readParameter(text, rules[rule])
      return typed.error === undefined ? typed.value : typed.error
    })
  expect(read('maxOutputTokens', '', ' 256 ')).toEqual([undefined, 256])
  const limit = 'must be a whole number greater than 0, or empty'
  for (const text of ['0', '-1', '1.5', 'many', '1e3', '0x10'])
    expect(read('maxOutputTokens', text), text).toEqual([limit])
  expect(read('temperature', ' ', '0', '0,7', '.5', '2')).toEqual([undefined, 0, 0.7, 0.5, 2])
  for (const text of ['2.1', 'x', 'NaN', 'Infinity'])
    expect(read('temperature', text), text).toEqual(['must be a number from 0 to 2, or empty'])
  expect(read('seed', '-7', '\u22127', '2147483647')).toEqual([-7, -7, 2147483647])
  for (const text of ['2147483648', '1.5'])
    expect(read('seed', text)[0], text).toMatch(/^must be a whole number/)
})

test('a field shows the typed text while it is invalid or equals the value, and else the value', () => {
  const show = (typed: string | undefined, value: number | undefined) =>
    showParameter(typed, value, rules.temperature)
  expect(
    [show(undefined, 0.7), show('0.70', 0.7), show('0.70', 1), show('', 0.7)].map(({ text }) => text),
  ).toEqual([...['0.7', '0.70', '1', '0.7']])
  expect(show('9', 0.7)).toEqual({ text: '9', error: expect.stringContaining('from 0 to 2') })
  const required = { ...rules.topK, required: true }
  expect(showParameter('', 7, required)).toEqual({ text: '', error: 'must be a whole number greater than 0' })
})
