// Rows are paired by their texts, in any order.
import { expect, test } from 'vitest'
import { capNearest } from './summarize-comparison'
import { filterComparable, matchTexts } from './use-comparison'

const row = (id: number, text: string, title: string | null = null) => ({ id, text, title })

test('pairs the same text under another id and in another order', () => {
  expect(matchTexts([row(1, 'a'), row(2, 'b')], [row(9, 'b '), row(8, 'c'), row(7, 'a')])).toEqual([
    [1, 7],
    [2, 9],
  ])
})

test('pairs no row twice: duplicate texts are paired in order', () => {
  expect(matchTexts([row(1, 'a'), row(2, 'a'), row(3, 'a')], [row(5, 'a'), row(6, 'a')])).toEqual([
    [1, 5],
    [2, 6],
  ])
})

test('rows with different titles are not paired', () => {
  expect(matchTexts([row(1, 'a', 'One')], [row(5, 'a'), row(6, 'a', ' One')])).toEqual([[1, 6]])
})

test('only rows with vectors in both sets are compared, and few rows have few neighbors', () => {
  const pairs = Array.from({ length: 100 }, (_, index) => [index, index + 1000] as const)
  const compared = filterComparable(
    pairs,
    Uint32Array.of(1, 2, 3, 4, 5, 6),
    Uint32Array.of(1001, 1003, 1005, 1006),
  )
  expect(compared).toEqual([
    [1, 1001],
    [3, 1003],
    [5, 1005],
    [6, 1006],
  ])
  // With three other rows, the ten nearest would be all of them, and all would stay.
  expect(capNearest(10, compared.length)).toBe(1)
})
