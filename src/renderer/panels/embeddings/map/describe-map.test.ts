// Texts that describe a map, and copied rows.
import { expect, test } from 'vitest'
import { describeBreakdown, describeLayout, describePoint, nameGroup, toTable } from './describe-map'
import { readSetting } from './map-settings'
import { colorByCluster, colorUniformly } from './point-colors'
import { breakEntries, listEntries } from './write-map'

const rowIds = new Uint32Array(1234)
const points = new Float32Array(2468)

test('describeLayout names the method and the share of variance', () => {
  expect(describeLayout({ method: 'pca', seed: 1 }, { rowIds, points, explained: [0.3412, 0.12] })).toBe(
    'PCA of 1,234 texts, 34.1% + 12% of variance',
  )
  expect(
    describeLayout(
      { method: 'umap', seed: 7, neighbours: 30, normalise: true },
      { rowIds, points, explained: [0.5, 0.25] },
    ),
  ).toBe(
    'UMAP of 1,234 texts, seed 7, 30 neighbors, from principal components with 75% of variance, normalized',
  )
})

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

test('a point is announced with its row, the start of its text, its group, and whether it is selected', () => {
  const group = nameGroup(colorByCluster([1, 0]), 0)
  expect(describePoint({ number: 3, label: 'x'.repeat(200), group, isSelected: true })).toBe(
    `Row 3: ${'x'.repeat(160)}…, Cluster 2, selected`,
  )
  expect(describePoint({ number: 4, label: 'short', group: null, isSelected: false })).toBe('Row 4: short')
})

test('selected points are counted by group, the largest first', () => {
  const colors = colorByCluster([0, 0, 1, 1, 1, 2])
  expect([describeBreakdown(colors, [0, 3, 4]), describeBreakdown(colors, [])]).toEqual([
    'Cluster 2: 2 · Cluster 1: 1',
    '',
  ])
  expect(describeBreakdown(colorUniformly(6), [0, 1])).toBe(null)
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

test('map settings must be whole numbers within their bounds', () => {
  expect([readSetting('seed', ' 0 '), readSetting('neighbours', '15')]).toEqual([0, 15])
  const error = 'must be a whole number from 2 to 12'
  expect(['', '1', '13', '3.5', 'three'].map((text) => readSetting('clusters', text))).toEqual(
    Array(5).fill(error),
  )
})

const palette = { groups: ['#a', '#b', '#c'], range: ['#0', '#1', '#2', '#3', '#4', 'none'] }

test('the saved legend names its groups with their counts, or five steps of its range', () => {
  const { legend } = colorByCluster([0, 0, 1])
  expect(listEntries(legend, 'Clusters', palette)).toEqual([
    { text: 'Clusters:', color: null },
    { text: 'Cluster 1 (2)', color: '#a' },
    { text: 'Cluster 2 (1)', color: '#b' },
  ])
  expect(listEntries({ kind: 'range', min: 0, max: 10, missing: 0 }, 'Year', palette)).toEqual([
    { text: 'Year:', color: null },
    { text: '0', color: '#0' },
    { text: '2.5', color: '#1' },
    { text: '5', color: '#2' },
    { text: '7.5', color: '#3' },
    { text: '10', color: '#4' },
  ])
  expect(listEntries({ kind: 'one' }, '', palette)).toEqual([])
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
