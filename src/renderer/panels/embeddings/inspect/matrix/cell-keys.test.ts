// Keys reach every cell, and stop at the edges.
import { expect, test } from 'vitest'
import { moveCell } from './cell-keys'

const go = (key: string, ctrlKey = false, cell = { row: 3, column: 5 }) =>
  moveCell(cell, { key, ctrlKey }, 12)

test('arrows go from cell to cell, pages by ten, and nothing falls off the edges', () => {
  expect([go('ArrowUp'), go('ArrowRight'), go('PageUp'), go('PageDown')]).toEqual([
    { row: 2, column: 5 },
    { row: 3, column: 6 },
    { row: 0, column: 5 },
    { row: 11, column: 5 },
  ])
  expect(go('ArrowLeft', false, { row: 3, column: 0 })).toEqual({ row: 3, column: 0 })
})

test('Home and End lead to the ends of the row, with Control to the corners', () => {
  expect([go('Home'), go('End'), go('Home', true), go('End', true)]).toEqual([
    { row: 3, column: 0 },
    { row: 3, column: 11 },
    { row: 0, column: 0 },
    { row: 11, column: 11 },
  ])
})

test('other keys mean nothing here', () => {
  expect([go('a'), go('ArrowUp', true), go('Tab')]).toEqual([null, null, null])
})
