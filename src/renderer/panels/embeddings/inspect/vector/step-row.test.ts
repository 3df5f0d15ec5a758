// From any row of the table, also from one without a vector, the next one in the order of the table is reached.
import { expect, test } from 'vitest'
import { stepRow } from './step-row'

/** The table's order: 7, 3, 9, 4, 1; 3 and 1 have no vector. */
const order = [7, 3, 9, 4, 1]
const numberOf = (rowId: number) => order.indexOf(rowId) + 1
const rowIds = Uint32Array.of(7, 9, 4)

test('before and after a row with a vector, and at both ends', () => {
  const both = (rowId: number) =>
    [-1 as const, 1 as const].map((by) => stepRow(rowIds, rowId, { by, numberOf }))
  expect([7, 9, 4].map(both)).toEqual([
    [undefined, 9],
    [7, 4],
    [9, undefined],
  ])
})

test('a row without a vector is passed from where it stands, and one that is no more from the top', () => {
  const both = (rowId: number) =>
    [-1 as const, 1 as const].map((by) => stepRow(rowIds, rowId, { by, numberOf }))
  expect([3, 1, 99].map(both)).toEqual([
    [7, 9],
    [4, undefined],
    [undefined, 7],
  ])
})
