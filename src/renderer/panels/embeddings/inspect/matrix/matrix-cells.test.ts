// Zooming and moving a matrix, its rows and its keys.
import { expect, test } from 'vitest'
import {
  cellAt,
  fitMatrix,
  type MatrixField,
  moveCell,
  moveMatrix,
  pickSpread,
  revealCell,
  visibleCells,
  zoomMatrix,
} from './matrix-cells'

const field: MatrixField = { size: { width: 800, height: 500 }, count: 1000 }
const square: MatrixField = { size: { width: 500, height: 500 }, count: 1000 }

test('all cells fit at first, and few cells are not enlarged too much', () => {
  expect(fitMatrix(field)).toEqual({ cell: 0.5, left: 150, top: 0 })
  expect(fitMatrix({ ...field, count: 4 })).toEqual({ cell: 48, left: 304, top: 0 })
})

test('zooming in keeps the cell under the pointer in place', () => {
  const at = { x: 310.2, y: 120.7 }
  const before = cellAt(fitMatrix(square), square, at)
  let view = fitMatrix(square)
  for (let turn = 0; turn < 30; turn += 1) {
    view = zoomMatrix(view, square, { factor: 1.2, at })
    expect(cellAt(view, square, at)).toEqual(before)
  }
  expect(view.cell).toBe(64)
})

test('zooming out ends with the whole matrix in the middle', () => {
  const zoomedIn = zoomMatrix(fitMatrix(field), field, { factor: 40, at: { x: 400, y: 250 } })
  expect(zoomMatrix(zoomedIn, field, { factor: 0.0001, at: { x: 10, y: 490 } })).toEqual(fitMatrix(field))
})

test('panning opens no gap beyond the ends', () => {
  const view = { cell: 10, left: -200, top: -300 }
  expect(moveMatrix(view, field, { x: 9999, y: 9999 })).toEqual({ cell: 10, left: 0, top: 0 })
  expect(moveMatrix(view, field, { x: -99999, y: -99999 })).toEqual({ cell: 10, left: -9200, top: -9500 })
})

test('revealCell scrolls to a hidden cell, and does nothing for a visible one', () => {
  const view = { cell: 10, left: -200, top: -300 }
  expect(revealCell(view, field, { row: 40, column: 30 })).toEqual(view)
  expect(revealCell(view, field, { row: 5, column: 200 })).toEqual({ cell: 10, left: -1210, top: -50 })
})

test('visible cells are those with at least one pixel in the field', () => {
  expect(visibleCells({ cell: 10, left: -205, top: 0 }, field, 'columns')).toEqual([20, 101])
  expect(visibleCells({ cell: 10, left: 0, top: -9500 }, field, 'rows')).toEqual([950, 1000])
})

const rowIds = (count: number) => Uint32Array.from({ length: count }, (_, index) => index * 2 + 1)

test('pickSpread selects distinct rows from the first to the last', () => {
  for (const count of [1001, 1500, 99_999]) {
    const selected = pickSpread(rowIds(count))
    expect({ length: selected.length, different: new Set(selected).size }).toEqual({
      length: 1000,
      different: 1000,
    })
    expect([selected[0], selected.at(-1)]).toEqual([1, count * 2 - 1])
  }
})

const move = (key: string, ctrlKey = false, cell = { row: 3, column: 5 }) =>
  moveCell(cell, { key, ctrlKey }, 12)

test('arrow keys move by one cell, page keys by ten, and both stop at the edges', () => {
  expect([move('ArrowUp'), move('ArrowRight'), move('PageUp'), move('PageDown')]).toEqual([
    { row: 2, column: 5 },
    { row: 3, column: 6 },
    { row: 0, column: 5 },
    { row: 11, column: 5 },
  ])
  expect(move('ArrowLeft', false, { row: 3, column: 0 })).toEqual({ row: 3, column: 0 })
})

test('Home and End move to the ends of the row, with Control to the corners', () => {
  expect([move('Home'), move('End'), move('Home', true), move('End', true)]).toEqual([
    { row: 3, column: 0 },
    { row: 3, column: 11 },
    { row: 0, column: 0 },
    { row: 11, column: 11 },
  ])
})
