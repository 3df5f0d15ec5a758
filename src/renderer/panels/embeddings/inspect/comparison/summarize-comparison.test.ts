// The summary of a comparison: its statistics, and the rows that changed most first.
import { expect, test } from 'vitest'
import { capNearest, formatShare, listRowShifts } from './summarize-comparison'

const comparison = {
  k: 3,
  mean: 0.5,
  histogram: [1, 1, 1, 1],
  overlaps: Float32Array.of(1, 1 / 3, 0, 2 / 3),
  rowIds: Uint32Array.of(4, 5, 6, 7),
}

test('rows are sorted by the number of neighbors that stayed, fewest first', () => {
  expect(listRowShifts(comparison)).toEqual([
    { rowId: 6, stayed: 0 },
    { rowId: 5, stayed: 1 },
    { rowId: 7, stayed: 2 },
    { rowId: 4, stayed: 3 },
  ])
})

test('a share is shown as 100% or 0% only if it is exactly that', () => {
  expect([0, 0.001, 0.5, 0.999, 1].map(formatShare)).toEqual(['0%', '< 1%', '50%', '> 99%', '100%'])
})

test('in a small set, at most half of the rows count as neighbors', () => {
  expect([10, 25].map((nearest) => capNearest(nearest, 10))).toEqual([4, 4])
  expect([capNearest(10, 1000), capNearest(10, 2), capNearest(10, 3)]).toEqual([10, 1, 1])
})
