// Searching the rows of the map.
import { expect, test } from 'vitest'
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import { findMatches } from './use-point-colors'

const toRow = (id: number, text: string, options: Partial<EmbeddingRow> = {}): EmbeddingRow => ({
  id,
  text,
  title: null,
  cells: [],
  state: 'done',
  error: null,
  cached: false,
  ...options,
})

test('findMatches requires all words, in the text, title or cells', async () => {
  const rows = [
    toRow(1, 'A red Boat'),
    toRow(2, 'A boat'),
    undefined,
    toRow(4, 'nothing', { title: 'Boats', cells: ['RED'] }),
  ]
  const { signal } = new AbortController()
  expect(await findMatches({ rows, typed: ' red  boat', signal })).toEqual(Uint8Array.from([1, 0, 0, 1]))
})
