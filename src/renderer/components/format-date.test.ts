// Days and times as they are written.
import { expect, test } from 'vitest'
import { formatDate, formatDay, formatMoment, formatTime } from './format-date'

test('a moment is told in the user’s own time, and midnight is 00', () => {
  const at = new Date(2026, 4, 21, 9, 5, 30).getTime()
  const midnight = new Date(2026, 4, 1).getTime()
  expect([formatDay(at), formatTime(at), formatMoment(at), formatMoment(midnight)]).toEqual([
    '21 May 2026',
    '09:05:30',
    '21 May 2026, 09:05:30',
    '1 May 2026, 00:00:00',
  ])
})

test('a date is the same day everywhere', () => {
  expect(formatDate('2026-10-02')).toBe('2 Oct 2026')
})
