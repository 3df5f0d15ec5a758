// Comparing two sets: which sets, which rows, and how they changed.
import { expect, test } from 'vitest'
import { makeSet } from '../../embedding.fixture'
import { listComparableSets, listRowShifts, matchTexts, toStateKey } from './compare-sets'

test('sets with the same texts come first, without the set itself', () => {
  const copy = { duplicateOf: 'x' }
  const sets = [makeSet('a'), makeSet('b', copy), makeSet('x'), makeSet('c', copy), makeSet('d')]
  expect(listComparableSets(makeSet('b', copy), sets).map(({ id }) => id)).toEqual(['x', 'c', 'a', 'd'])
})

test('editing and rerunning a row changes the state key, although the same number of rows is done', () => {
  expect(toStateKey(makeSet('a', { updatedAt: 1 }))).not.toBe(toStateKey(makeSet('a')))
  expect(toStateKey(makeSet('a'))).toBe(toStateKey(makeSet('a')))
})

test('rows are sorted by the number of neighbors that stayed, fewest first', () => {
  const overlaps = Float32Array.of(1, 1 / 3, 0, 2 / 3)
  const comparison = {
    k: 3,
    mean: 0.5,
    histogram: [1, 1, 1, 1],
    overlaps,
    rowIds: Uint32Array.of(4, 5, 6, 7),
  }
  expect(listRowShifts(comparison).map(({ rowId, stayed }) => [rowId, stayed])).toEqual([
    [6, 0],
    [5, 1],
    [7, 2],
    [4, 3],
  ])
})

const row = (id: number, text: string, title: string | null = null) => ({ id, text, title })

test('pairs equal texts and titles in any order, duplicates in theirs, and no row twice', () => {
  expect(matchTexts([row(1, 'a'), row(2, 'b')], [row(9, 'b '), row(8, 'c'), row(7, 'a')])).toEqual([
    [1, 7],
    [2, 9],
  ])
  expect(matchTexts([row(1, 'a'), row(2, 'a'), row(3, 'a')], [row(5, 'a'), row(6, 'a')])).toEqual([
    [1, 5],
    [2, 6],
  ])
  expect(matchTexts([row(1, 'a', 'One')], [row(5, 'a'), row(6, 'a', ' One')])).toEqual([[1, 6]])
})
