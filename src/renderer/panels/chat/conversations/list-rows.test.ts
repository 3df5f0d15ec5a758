import { expect, test } from 'vitest'
import { conversationFixture } from '../../../state/turn.fixture'
import { nameDay, toListRows } from './list-rows'

const make = (id: string, pinnedAt: number | null, updatedAt: number) => ({
  ...conversationFixture,
  id,
  pinnedAt,
  updatedAt,
})
const now = new Date(2026, 2, 29, 9, 30).getTime()
const at = (...[month, day, hour = 12, year = 2026]: [number, number, number?, number?]) =>
  new Date(year, month, day, hour).getTime()

test('lists pinned conversations first, then the others under the day of their last change', () => {
  const rows = toListRows(
    [
      make('old', 5, at(0, 1)),
      make('a', null, at(2, 29, 8)),
      make('b', null, at(2, 29, 0)),
      make('c', null, at(2, 28)),
    ],
    now,
  )
  expect(rows.map(({ key }) => key)).toEqual([
    'heading Pinned',
    'old',
    'heading Today',
    'a',
    'b',
    'heading Yesterday',
    'c',
  ])
  expect(toListRows([], now)).toEqual([])
})

test.each([
  ['a moment later, after the clock was set back', at(2, 30), 'Today'],
  ['the first second of the day', at(2, 29, 0), 'Today'],
  ['the last second of the day before', at(2, 29, 0) - 1, 'Yesterday'],
  ['seven days ago', at(2, 22, 0), 'Previous 7 days'],
  ['eight days ago', at(2, 21, 23), 'Previous 30 days'],
  ['the month before', at(1, 10), 'February 2026'],
  ['the same month of another year', at(2, 10, 12, 2025), 'March 2025'],
])('names the day of %s', (_, day, expected) => {
  expect(nameDay(day, now)).toBe(expected)
})
