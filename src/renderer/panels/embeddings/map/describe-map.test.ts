// Texts that describe a map, and copied rows.
import { expect, test } from 'vitest'
import { describeLayout, toTable } from './describe-map'
import { breakEntries } from './write-map'

const rowIds = new Uint32Array(1234)
const points = new Float32Array(2468)

test('describeLayout names the neighbors really used by UMAP', () => {
  const caption = (neighbours: number) =>
    describeLayout(
      { method: 'umap', seed: 1, minDistance: 0.5 },
      { rowIds, points, explained: [1], neighbours },
    )
  const end = 'minimum distance 0.5, from principal components with 100% of variance'
  expect([caption(15), caption(10), caption(0)]).toEqual([
    `UMAP of 1,234 texts, seed 1, 15 neighbors, ${end}`,
    `UMAP of 1,234 texts, seed 1, 10 neighbors (15 requested), ${end}`,
    `UMAP of 1,234 texts, seed 1, too few texts for neighbors, ${end}`,
  ])
})

test('picked rows are copied as a table for spreadsheets, with quoted cells', () => {
  const rows = [
    { text: 'two\nlines', title: null, cells: ['a\tb', 'plain'] },
    { text: 'say "so"', title: 'T', cells: ['c'] },
  ]
  expect(toTable(rows, ['one', 'other'])).toBe(
    'text\ttitle\tone\tother\n"two\nlines"\t\t"a\tb"\tplain\n"say ""so"""\tT\tc\t',
  )
  expect(toTable([{ text: 'alone', title: null, cells: [] }], [])).toBe('text\nalone')
})

test('formulas are pasted as text, numbers as numbers', () => {
  const rows = [{ text: '=HYPERLINK("http://x")', title: null, cells: ['-2+cmd', '-12.5', '@x'] }]
  expect(toTable(rows, ['a', 'b', 'c'])).toBe(
    `text\ta\tb\tc\n"'=HYPERLINK(""http://x"")"\t'-2+cmd\t-12.5\t'@x`,
  )
})

test('the saved legend wraps, and an entry longer than a line is alone on it', () => {
  const entries = ['aa', 'bb', 'c'.repeat(50), 'd'].map((text) => ({ text, color: '#a' }))
  const lines = breakEntries(entries, 80, (text) => text.length * 10)
  expect(lines.map((line) => line.map(({ text, x }) => [text[0], x]))).toEqual([
    [['a', 0]],
    [['b', 0]],
    [['c', 0]],
    [['d', 0]],
  ])
  const wide = breakEntries(entries, 200, (text) => text.length * 10)
  expect(wide.map((line) => line.map(({ text, x }) => [text[0], x]))).toEqual([
    [
      ['a', 0],
      ['b', 50],
    ],
    [['c', 0]],
    [['d', 0]],
  ])
})
