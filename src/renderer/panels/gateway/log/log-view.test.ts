// The filters of the request log as a query, and as chips.
import { expect, test } from 'vitest'
import { isNarrowed, listChips, noFilters, toFilter, toMoments } from './log-view'

const now = new Date(2026, 4, 21, 15, 30).getTime()

test('the filters become a query, with times relative to now', () => {
  expect(toFilter(noFilters, now)).toMatchObject({ text: '', statusClasses: [], from: null, to: null })
  const filters = {
    ...noFilters,
    text: ' fox ',
    statusClasses: ['4', '5'],
    time: { span: 'hour', first: '', last: '' },
  }
  expect(toFilter({ ...filters, time: { span: 'hour', first: '', last: '' } }, now)).toMatchObject({
    text: 'fox',
    statusClasses: [4, 5],
    from: now - 3_600_000,
    to: null,
  })
})

test('a custom range includes its last minute, and may be open', () => {
  const range = { span: 'range', first: '2026-05-21T09:00', last: '2026-05-21T09:00' } as const
  const start = new Date(2026, 4, 21, 9, 0).getTime()
  expect(toMoments(range, now)).toEqual({ from: start, to: start + 60_000 })
  expect(toMoments({ ...range, last: '' }, now)).toEqual({ from: start, to: null })
  expect(toMoments({ span: 'today', first: '', last: '' }, now).from).toBe(new Date(2026, 4, 21).getTime())
})

test('each active filter has a chip that removes only it', () => {
  const filters = {
    ...noFilters,
    text: 'fox',
    models: ['a', 'b'],
    time: { span: 'week', first: '', last: '' },
  } as const
  const chips = listChips(filters, (_, value) => value.toUpperCase())
  expect(chips.map(({ text }) => text)).toEqual(['“fox”', 'A', 'B', 'Last 7 days'])
  expect(chips[1]?.without).toEqual({ ...filters, models: ['b'] })
  expect(isNarrowed(filters)).toBe(true)
  expect(isNarrowed({ ...noFilters, text: '  ' })).toBe(false)
})
