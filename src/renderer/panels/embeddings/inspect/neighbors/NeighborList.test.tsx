// The nearest neighbor has the longest bar, in every metric.
import { expect, test } from 'vitest'
import { barLength } from './NeighborList'

const list = (...values: number[]) => values.map((value, rowId) => ({ rowId, value }))

test('a bar is longer for a greater similarity, and for a smaller distance', () => {
  expect([1, 0.25, -0.5].map((value) => barLength(value, list(1, 0.25, -0.5), 'cosine'))).toEqual([
    1, 0.25, 0,
  ])
  expect([8, 4, -1].map((value) => barLength(value, list(8, 4, -1), 'dot'))).toEqual([1, 0.5, 0])
  expect([0, 4, 8].map((value) => barLength(value, list(0, 4, 8), 'euclidean'))).toEqual([
    1,
    0.6,
    expect.closeTo(0.2),
  ])
})

test('zero distances and negative products do not divide by zero', () => {
  expect(barLength(0, list(0, 0), 'euclidean')).toBe(1)
  expect(barLength(-2, list(-1, -2), 'dot')).toBe(0)
})
