// One-line descriptions of a set.
import { expect, test } from 'vitest'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { countPending, nameNewSet, shareDone } from './describe-set'

function makeSet(counts: Partial<EmbeddingSet['counts']>, running = false): EmbeddingSet {
  return {
    id: 'a',
    name: 'A',
    createdAt: 0,
    updatedAt: 0,
    settings: { model: 'm', taskType: null, outputDimensionality: null },
    columns: [],
    counts: { rows: 0, done: 0, failed: 0, empty: 0, cached: 0, ...counts },
    dimensions: [],
    vectorsVersion: 0,
    running,
    upstream: null,
    duplicateOf: null,
  }
}

test('rows to run include failed rows, but not rows without text', () => {
  const sets = [{ rows: 10, empty: 10 }, { rows: 10, done: 4, failed: 3, empty: 2 }, {}].map((counts) =>
    makeSet(counts),
  )
  expect(sets.map(countPending)).toEqual([0, 4, 0])
  expect(sets.map(shareDone)).toEqual([1, 0.9, 0])
})

test('a new set gets the first free number', () => {
  expect(nameNewSet([])).toBe('Set 1')
  expect(nameNewSet([{ name: 'Set 1' }, { name: 'Poems' }, { name: 'Set 3' }])).toBe('Set 2')
})
