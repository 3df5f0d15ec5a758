// Columns and rows for the available width.
import { expect, test } from 'vitest'
import { countRows, gap, toLayout, toRow } from './layout'

test('columns fill the width without exceeding it', () => {
  for (const width of [300, 336, 500, 620, 780, 1_100, 1_399, 1_400, 2_100]) {
    const { columns, cell } = toLayout('grid', width, null)
    const usedWidth = columns * cell + (columns - 1) * gap
    expect(usedWidth <= width && width - usedWidth < columns, `${width}`).toBe(true)
  }
})

test('a grid has at least two columns, a list has one', () => {
  expect([
    toLayout('grid', 200, null).columns,
    toLayout('grid', 0, null).columns,
    toLayout('list', 1_000, 332).columns,
  ]).toEqual([2, 2, 1])
})

test('larger thumbnails make fewer columns, and never fewer than two', () => {
  const columns = [92, 140, 332].map((thumbnail) => toLayout('grid', 1_000, thumbnail).columns)
  expect(columns).toEqual([9, 6, 2])
  expect(toLayout('grid', 400, 332).columns).toBe(2)
})

test('the last row may be short', () => {
  const layout = { columns: 5, cell: 140, rowHeight: 198 }
  expect([countRows(0, layout), countRows(11, layout), toRow(10, layout)]).toEqual([0, 3, 2])
})
