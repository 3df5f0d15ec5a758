// The copied matrix can be pasted into a spreadsheet.
import { expect, test } from 'vitest'
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import { nameRows } from './row-names'
import { writeNeighbors, writeTsv } from './write-tsv'

const noYield = () => Promise.resolve()

test('names are above and before the numbers, each on one line', async () => {
  const values = Float32Array.of(1, 0.1, 0.1, Number.NaN)
  expect(await writeTsv({ names: ['a\tcat\nsleeps', '=HYPERLINK("x")'], values }, noYield)).toBe(
    '\ta cat sleeps\t\'=HYPERLINK("x")\na cat sleeps\t1\t0.1\n\'=HYPERLINK("x")\t0.1\t\n',
  )
})

test('a large matrix is written completely, in slices', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `row ${index}`)
  let yields = 0
  const text = await writeTsv({ names, values: new Float32Array(3600) }, () => {
    yields += 1
    return Promise.resolve()
  })
  expect(yields).toBe(3)
  expect(text.split('\n').map((line) => line.split('\t').length)).toEqual([...new Array(61).fill(61), 1])
})

test('neighbors have their title and their text in columns of their own', () => {
  const row = (id: number, text: string, title: string | null): EmbeddingRow => ({
    ...{ id, text, title, cells: [], state: 'done', error: null, cached: false },
  })
  const rows = nameRows([row(1, 'A cat', 'Tom'), row(2, 'A dog', null)])
  const neighbors = [1, 2].map((rowId) => ({ rowId, value: 0.5 }))
  expect(writeNeighbors(neighbors, rows, 'Cosine')).toBe(
    'Rank\tRow\tTitle\tText\tCosine\n1\t1\tTom\tA cat\t0.5\n2\t2\t\tA dog\t0.5\n',
  )
  expect(writeNeighbors(neighbors.slice(1), rows, 'Cosine')).toBe(
    'Rank\tRow\tText\tCosine\n1\t2\tA dog\t0.5\n',
  )
})
