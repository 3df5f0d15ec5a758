// Finding rows by number or text, and their one-line labels.
import { expect, test } from 'vitest'
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import { explainMissing, findRows, nameRows, stepRow } from './row-names'

const row = (id: number, text: string, title: string | null = null): EmbeddingRow => ({
  id,
  text,
  title,
  cells: [],
  state: 'done',
  error: null,
  cached: false,
})
const names = nameRows([row(7, 'A cat\n\tsleeps.'), row(3, 'A dog runs.', ' Rex '), row(12, ' ')])

test('a row is named by its title and its text on one line, and numbered as in the table', () => {
  expect([7, 3, 12, 99].map((id) => [names.numberOf(id), names.nameOf(id)])).toEqual([
    [1, 'A cat sleeps.'],
    [2, 'Rex · A dog runs.'],
    [3, 'Empty text'],
    [0, 'Deleted row'],
  ])
})

test('finds rows by text, title or number, and only those that can be picked', () => {
  const all = new Set([7, 3])
  const find = (typed: string) => findRows(names, all, typed).map(({ id }) => id)
  expect([find(''), find(' CAT '), find('rex'), find('2'), find('3'), find('bird')]).toEqual([
    [7, 3],
    [7],
    [3],
    [3],
    [],
    [],
  ])
})

test('explains that a done row without a usable vector has another number of dimensions', () => {
  expect(explainMissing(row(1, 'x'), 768)).toContain(
    'This row’s vector doesn’t have 768 dimensions, so it can’t be compared.',
  )
  expect(explainMissing({ ...row(1, 'x'), state: 'failed', error: 'Too long.' }, 768)).toContain('Too long.')
  expect(explainMissing(undefined, 768)).toBe('This row was deleted.')
})

/** The table's order: 7, 3, 9, 4, 1; 3 and 1 have no vector. */
const order = [7, 3, 9, 4, 1]
const numberOf = (rowId: number) => order.indexOf(rowId) + 1
const rowIds = Uint32Array.of(7, 9, 4)

test('steps to the rows before and after a row with a vector, but not past the ends', () => {
  const both = (rowId: number) =>
    [-1 as const, 1 as const].map((by) => stepRow(rowIds, rowId, { by, numberOf }))
  expect([7, 9, 4].map(both)).toEqual([
    [undefined, 9],
    [7, 4],
    [9, undefined],
  ])
})

test('steps from a row without a vector, and from the top if the row no longer exists', () => {
  const both = (rowId: number) =>
    [-1 as const, 1 as const].map((by) => stepRow(rowIds, rowId, { by, numberOf }))
  expect([3, 1, 99].map(both)).toEqual([
    [7, 9],
    [4, undefined],
    [undefined, 7],
  ])
})
