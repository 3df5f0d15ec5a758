// The pages near the items in view, and the scroll position when items are added or removed.
import { expect, test } from 'vitest'
import { findShift, listPages } from './pages'

test('listPages includes pages that are about to scroll into view, and only existing ones', () => {
  expect(listPages(0, 20, 10_000)).toEqual([0])
  expect(listPages(20, 45, 10_000)).toEqual([0, 1])
  expect(listPages(130, 150, 10_000)).toEqual([0, 1, 2])
  expect(listPages(9_980, 10_010, 10_000)).toEqual([99])
  expect(listPages(0, 30, 12)).toEqual([0])
  expect(listPages(0, 30, 0)).toEqual([])
})

test('listPages returns nothing for a view beyond the last item', () => {
  expect(listPages(900, 930, 100)).toEqual([])
})

test('findShift moves the items in view by whole rows', () => {
  const positions = [
    { id: 'a', index: 20 },
    { id: 'b', index: 21 },
  ]
  const found = (indexes: Record<string, number>) => (id: string) => indexes[id]
  expect(findShift(positions, found({ a: 25, b: 26 }), 5)).toBe(1)
  expect(findShift(positions, found({ a: 22, b: 23 }), 5)).toBe(0)
  expect(findShift(positions, found({ b: 11 }), 5)).toBe(-2)
  expect(findShift(positions, found({}), 5)).toBe(0)
})
