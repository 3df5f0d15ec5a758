// Lengths as a clock shows them.
import { expect, test } from 'vitest'
import { formatClock } from './format-clock'

test('hours stand there only where there are some, and what is no number is the beginning', () => {
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
