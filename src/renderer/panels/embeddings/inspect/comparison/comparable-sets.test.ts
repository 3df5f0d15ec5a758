// Duplicates of a set are listed first, and never the set itself.
import { expect, test } from 'vitest'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { groupComparableSets, listComparableSets, toStateKey } from './comparable-sets'

const set = (id: string, duplicateOf: string | null = null): EmbeddingSet => ({
  id,
  name: `Set ${id}`,
  createdAt: 0,
  updatedAt: 0,
  settings: { model: 'gen-embedding', taskType: 'CLUSTERING', outputDimensionality: 768 },
  columns: [],
  counts: { rows: 3, done: 3, failed: 0, empty: 0, cached: 0 },
  dimensions: [768],
  vectorsVersion: 0,
  running: false,
  upstream: null,
  duplicateOf,
})

test('sets with the same texts come first', () => {
  const sets = [set('a'), set('b', 'x'), set('x'), set('c', 'x'), set('d')]
  expect(listComparableSets(set('b', 'x'), sets).map(({ id }) => id)).toEqual(['x', 'c', 'a', 'd'])
  expect(
    groupComparableSets(set('x'), sets).map(({ label, options }) => [
      label,
      options.map(({ value }) => value),
    ]),
  ).toEqual([
    ['Same texts', ['b', 'c']],
    ['Other sets', ['a', 'd']],
  ])
})

test('editing and rerunning a row changes the state key, although the same number of rows is done', () => {
  expect(toStateKey({ ...set('a'), updatedAt: 1 })).not.toBe(toStateKey(set('a')))
  expect(toStateKey(set('a'))).toBe(toStateKey(set('a')))
})
