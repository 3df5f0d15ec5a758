// Groups by date, across changes between summer and winter time.
import { expect, test } from 'vitest'
import { findSpan, groupByDate } from './date-groups'

const at = (...[month, day, hour = 12, year = 2026]: [number, number, number?, number?]) =>
  new Date(year, month, day, hour).getTime()
const now = at(2, 29, 8)

test.each([
  ['a moment later, after the clock was set back', at(2, 30), 'Today'],
  ['the first second of the day', at(2, 29, 0), 'Today'],
  ['the last second of the day before', at(2, 29, 0) - 1, 'Yesterday'],
  ['six days ago', at(2, 23, 0), 'Last 7 days'],
  ['seven days ago', at(2, 23, 0) - 1, 'Last 30 days'],
  ['29 days ago', at(1, 28, 0), 'Last 30 days'],
  ['30 days ago', at(1, 28, 0) - 1, 'February 2026'],
  ['the month before', at(1, 10), 'February 2026'],
  ['the same month of another year', at(2, 10, 12, 2025), 'March 2025'],
])('names the day of %s', (_, day, expected) => {
  expect(findSpan(day, now).heading).toBe(expected)
})

test('items are grouped by day, week, 30 days and month in both orders', () => {
  const now = at(10, 3)
  const moments = [
    at(10, 3, 13),
    at(10, 3, 0),
    at(10, 2, 23),
    at(9, 30),
    at(9, 28),
    at(9, 27),
    at(9, 5),
    at(9, 4),
    at(9, 1),
    at(8, 30),
  ]
  const groups = [
    { heading: 'Today', count: 2 },
    { heading: 'Yesterday', count: 1 },
    { heading: 'Last 7 days', count: 2 },
    { heading: 'Last 30 days', count: 2 },
    { heading: 'October 2026', count: 2 },
    { heading: 'September 2026', count: 1 },
  ]
  expect(groupByDate(moments, now)).toEqual(groups)
  expect(groupByDate([...moments].reverse(), now)).toEqual([...groups].reverse())
})
