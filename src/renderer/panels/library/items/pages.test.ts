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

test('findShift returns how far the first item in view that still exists has moved', () => {
  const items = [
    { id: 'a', start: 400 },
    { id: 'b', start: 480 },
  ]
  const found = (starts: Record<string, number>) => (id: string) => starts[id]
  expect(findShift(items, found({ a: 500, b: 580 }))).toBe(100)
  expect(findShift(items, found({ b: 80 }))).toBe(-400)
  expect(findShift(items, found({}))).toBe(0)
})
