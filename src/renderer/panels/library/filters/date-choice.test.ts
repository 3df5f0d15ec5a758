// Which moments a time that is filtered by means.
import { expect, test } from 'vitest'
import { isReversed, type Span, toMoments } from './date-choice'

const now = new Date(2026, 2, 1, 0, 30).getTime()
const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime()
const from = (span: Span) => toMoments({ span, first: '', last: '' }, now).from

test('spans begin with a day, and today counts as one of them', () => {
  expect([from('any'), from('today'), from('week'), from('month'), from('year')]).toEqual([
    null,
    day(2026, 3, 1),
    day(2026, 2, 23),
    day(2026, 1, 31),
    day(2026, 1, 1),
  ])
})

test('the last day of a range counts whole', () => {
  expect(toMoments({ span: 'range', first: '2026-02-28', last: '2026-02-28' }, now)).toEqual({
    from: day(2026, 2, 28),
    to: day(2026, 3, 1),
  })
})

test('an end that is not given is open, and so is half a date', () => {
  expect(toMoments({ span: 'range', first: '', last: '2026-12-31' }, now)).toEqual({
    from: null,
    to: day(2027, 1, 1),
  })
  expect(toMoments({ span: 'range', first: '2026-', last: '' }, now)).toEqual({ from: null, to: null })
})

test('days of another span are kept, and mean nothing meanwhile', () => {
  expect(toMoments({ span: 'any', first: '2026-01-01', last: '2026-01-02' }, now)).toEqual({
    from: null,
    to: null,
  })
})

test('days in the wrong order are told', () => {
  expect([
    isReversed({ span: 'range', first: '2026-05-02', last: '2026-05-01' }),
    isReversed({ span: 'range', first: '2026-05-01', last: '2026-05-01' }),
    isReversed({ span: 'range', first: '2026-05-01', last: '' }),
    isReversed({ span: 'week', first: '2026-05-02', last: '2026-05-01' }),
  ]).toEqual([true, false, false, false])
})
