// Names and numbers of rows, their formats, and what is copied.
import { expect, test } from 'vitest'
import { setFormatLanguage } from '../../../components/format'
import { makeRow } from '../embedding.fixture'
import { formatMeasure, formatValue } from './format-value'
import { explainMissing, findRows, nameRows, stepRow } from './row-names'
import { moveIndex } from './vector/HeatStrip'
import { writeMatrix, writeNeighbors, writeRows } from './write-tsv'

const names = nameRows([
  makeRow(7, 'A cat\n\tsleeps.'),
  makeRow(3, 'A dog runs.', { title: ' Rex ' }),
  makeRow(12, ' '),
])

test('a row is named by its title and its text on one line, and numbered as in the table', () => {
  expect([7, 3, 12, 99].map((id) => [names.numberOf(id), names.nameOf(id)])).toEqual([
    [1, 'A cat sleeps.'],
    [2, 'Rex · A dog runs.'],
    [3, 'Empty text'],
    [0, 'Deleted row'],
  ])
})

test('finds rows by text, title or number, and only those that can be picked', () => {
  const find = (typed: string) => findRows(names, new Set([7, 3]), typed).map(({ id }) => id)
  expect(['', ' CAT ', 'rex', '2', '3', 'bird'].map(find)).toEqual([[7, 3], [7], [3], [3], [], []])
})

test('explains why a row has no usable vector', () => {
  expect(explainMissing(makeRow(1, 'x'), 768)).toContain('doesn’t have 768 dimensions')
  expect(explainMissing(makeRow(1, 'x', { state: 'failed', error: 'Too long.' }), 768)).toContain('Too long.')
})

test('steps to the rows with a vector before and after one, and from the top if it no longer exists', () => {
  /** The table's order; 3 and 1 have no vector. */
  const order = [7, 3, 9, 4, 1]
  const numberOf = (rowId: number) => order.indexOf(rowId) + 1
  const both = (rowId: number) =>
    ([-1, 1] as const).map((by) => stepRow(Uint32Array.of(7, 9, 4), rowId, by, numberOf))
  expect([7, 9, 4, 3, 1, 99].map(both)).toEqual([
    [undefined, 9],
    [7, 4],
    [9, undefined],
    [7, 9],
    [4, undefined],
    [undefined, 7],
  ])
})

test('numbers are rounded to five digits or four decimals, in the chosen language', () => {
  expect([0, 0.712348, 3.21e-7, -12_345.678, 4.5e9, Number.NaN].map(formatValue)).toEqual([
    ...['0', '0.71235', '3.21e−7', '−12,346', '4.50e+9', 'NaN'],
  ])
  expect([1, -0.00001, -0.5, Number.NaN].map(formatMeasure)).toEqual(['1.0000', '0.0000', '−0.5000', 'none'])
  setFormatLanguage('de-DE')
  expect([formatValue(-12_345.678), formatMeasure(12_345.678)]).toEqual(['−12.346', '12345,7'])
  setFormatLanguage('en-US')
})

test('keys move across the lines of a vector, and stop at the ends in the same column', () => {
  const move = (index: number, key: string) => moveIndex(index, key, { columns: 10, length: 95 })
  expect([move(0, 'ArrowLeft'), move(94, 'ArrowRight'), move(9, 'ArrowRight')]).toEqual([0, 94, 10])
  expect([move(4, 'ArrowUp'), move(14, 'ArrowUp'), move(84, 'ArrowDown'), move(88, 'ArrowDown')]).toEqual([
    4, 4, 94, 88,
  ])
  expect([move(13, 'PageDown'), move(94, 'PageUp'), move(50, 'Home'), move(50, 'End')]).toEqual([
    93, 14, 0, 94,
  ])
})

test('a copied matrix has names above and before the numbers, and no formula', async () => {
  const values = Float32Array.of(1, 0.1, 0.1, Number.NaN)
  expect(await writeMatrix(['a cat', '=SUM(A1)'], values, async () => {})).toBe(
    "\ta cat\t'=SUM(A1)\na cat\t1\t0.1\n'=SUM(A1)\t0.1\t\n",
  )
  const many = Array.from({ length: 60 }, (_, index) => `row ${index}`)
  const text = await writeMatrix(many, new Float32Array(3600), async () => {})
  expect(text.split('\n').map((line) => line.split('\t').length)).toEqual([...new Array(61).fill(61), 1])
})

test('copied rows are a table for spreadsheets: quoted cells, numbers as numbers, formulas as text', () => {
  const rows = [
    { text: 'two\nlines', title: null, cells: ['a\tb', '-12.5'] },
    { text: '=HYPERLINK("x")', title: 'T', cells: ['-2+cmd'] },
  ]
  expect(writeRows(rows, ['one', 'other'])).toBe(
    `text\ttitle\tone\tother\n"two\nlines"\t\t"a\tb"\t-12.5\n"'=HYPERLINK(""x"")"\tT\t'-2+cmd\t`,
  )
})

test('copied neighbors have their title and their text in columns of their own', () => {
  const rows = nameRows([makeRow(1, 'A cat', { title: 'Tom' }), makeRow(2, 'A dog')])
  const neighbors = [1, 2].map((rowId) => ({ rowId, value: 0.5 }))
  expect(writeNeighbors(neighbors, rows, 'Cosine')).toBe(
    'Rank\tRow\tTitle\tText\tCosine\n1\t1\tTom\tA cat\t0.5\n2\t2\t\tA dog\t0.5\n',
  )
})
