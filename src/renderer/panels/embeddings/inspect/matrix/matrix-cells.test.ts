// Zooming and moving a matrix, its rows, its keys and its colors.
import { expect, test } from 'vitest'
import {
  cellAt,
  fitMatrix,
  type MatrixField,
  moveCell,
  pickFirst,
  pickSpread,
  revealCell,
  zoomMatrix,
} from './matrix-cells'

const field: MatrixField = { size: { width: 800, height: 500 }, count: 1000 }

test('all cells fit at first, few cells are not enlarged too much, and a point beside them is no cell', () => {
  expect(fitMatrix(field)).toEqual({ cell: 0.5, left: 150, top: 0 })
  const few = { ...field, count: 4 }
  expect(fitMatrix(few)).toEqual({ cell: 48, left: 304, top: 0 })
  expect([303, 495, 497].map((x) => cellAt(fitMatrix(few), few, { x, y: 10 }))).toEqual([
    null,
    { row: 0, column: 3 },
    null,
  ])
})

test('zooming in keeps the cell under the pointer in place, and zooming out ends with the whole matrix', () => {
  const square = { ...field, size: { width: 500, height: 500 } }
  const at = { x: 310.2, y: 120.7 }
  const before = cellAt(fitMatrix(square), square, at)
  let view = fitMatrix(square)
  for (let turn = 0; turn < 30; turn += 1) {
    view = zoomMatrix(view, square, { factor: 1.2, at })
    expect(cellAt(view, square, at)).toEqual(before)
  }
  expect(view.cell).toBe(64)
  expect(zoomMatrix(view, square, { factor: 0.0001, at: { x: 10, y: 490 } })).toEqual(fitMatrix(square))
})

test('revealCell scrolls to a hidden cell, and does nothing for a visible one', () => {
  const view = { cell: 10, left: -200, top: -300 }
  expect(revealCell(view, field, { row: 40, column: 30 })).toEqual(view)
  expect(revealCell(view, field, { row: 5, column: 200 })).toEqual({ cell: 10, left: -1210, top: -50 })
})

test('of many rows, a thousand are selected, from the first to the last; of few, all', () => {
  const rowIds = (count: number) => Uint32Array.from({ length: count }, (_, index) => index * 2 + 1)
  for (const count of [1001, 1500, 99_999]) {
    const selected = pickSpread(rowIds(count))
    expect([selected.length, new Set(selected).size]).toEqual([1000, 1000])
    expect([selected[0], selected.at(-1)]).toEqual([1, count * 2 - 1])
  }
  expect([pickSpread(rowIds(3)), pickFirst(rowIds(2000)).length]).toEqual([[1, 3, 5], 1000])
})

test('keys move by a cell, by ten, to the ends of the row, or to the corners, and stop at the edges', () => {
  const move = (key: string, ctrlKey = false) => {
    const cell = moveCell({ row: 3, column: 5 }, { key, ctrlKey }, 12)
    return cell && [cell.row, cell.column]
  }
  expect(['ArrowUp', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', 'a'].map((key) => move(key))).toEqual(
    [[2, 5], [3, 6], [0, 5], [11, 5], [3, 0], [3, 11], null],
  )
  expect([move('Home', true), move('End', true), move('ArrowUp', true)]).toEqual([[0, 0], [11, 11], null])
})
