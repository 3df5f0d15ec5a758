// Rows of a grid fill the width; groups start new rows; keys move to the nearest item of another row.
import { expect, test } from 'vitest'
import { gap, layOutGrid } from './layout'

const ratios = Array.from({ length: 200 }, (_, at) => [1, 16 / 9, 9 / 16, 4 / 3, 3][at % 5] ?? 1)

test('every row but the last fills the width, and is about as high as requested', () => {
  for (const width of [336, 620, 1_100, 2_100]) {
    const layout = layOutGrid({ ratios, groups: [{ heading: '', count: 200 }], width, side: 140 })
    let next = 0
    for (let at = 0; at < layout.rowCount; at += 1) {
      const { first, count } = layout.row(at)
      expect(first).toBe(next)
      next += count
      const cells = Array.from({ length: count }, (_, each) => layout.cellOf(first + each))
      const used = cells.reduce((sum, cell) => sum + cell.width, 0) + gap * (count - 1)
      expect(used, `${width}`).toBeLessThanOrEqual(width)
      if (at < layout.rowCount - 1) expect(width - used, `${width}`).toBeLessThan(count + 1)
    }
    expect(next).toBe(200)
  }
})

test('a short row is not stretched, and no row is lower or higher than half or twice the size', () => {
  const alone = layOutGrid({ ratios: [1, 1], groups: [{ heading: '', count: 2 }], width: 2_000, side: 140 })
  expect(alone.cellOf(0)).toEqual({ width: 140, height: 140 })
  const layout = layOutGrid({ ratios, groups: [{ heading: '', count: 200 }], width: 700, side: 140 })
  const heights = ratios.map((_, index) => layout.cellOf(index).height)
  expect(Math.min(...heights)).toBeGreaterThan(70)
  expect(Math.max(...heights)).toBeLessThan(280)
})

test('each group starts with its heading, and the rows follow each other without a gap', () => {
  const groups = [
    { heading: 'Today', count: 3 },
    { heading: 'May 2026', count: 7 },
  ]
  const layout = layOutGrid({ ratios: Array(10).fill(1), groups, width: 700, side: 140 })
  const rows = Array.from({ length: layout.rowCount }, (_, at) => layout.row(at))
  expect(rows.map(({ heading, first, count }) => heading ?? [first, count])).toEqual([
    'Today',
    [0, 3],
    'May 2026',
    [3, 5],
    [8, 2],
  ])
  for (const [at, { start, height }] of rows.slice(0, -1).entries())
    expect(rows[at + 1]?.start).toBe(start + height)
  expect([0, 2, 3, 7, 8, 9].map(layout.rowOf)).toEqual([1, 1, 3, 3, 4, 4])
  // Down from the third item to the one below it, across the heading; at the ends the item stays.
  expect([layout.moveRows(2, 1), layout.moveRows(7, 1), layout.moveRows(9, -9)]).toEqual([5, 9, 1])
  expect([layout.moveRows(1, -1), layout.moveRows(8, 1)]).toEqual([1, 8])
})
