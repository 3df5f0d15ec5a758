// A matrix of a large set stands for the whole of it, with no row twice.
import { expect, test } from 'vitest'
import { pickFirst, pickSpread } from './pick-rows'

const rowIds = (count: number) => Uint32Array.from({ length: count }, (_, index) => index * 2 + 1)

test('rows that are spread reach from the first to the last, each once', () => {
  for (const count of [1001, 1500, 99_999]) {
    const picked = pickSpread(rowIds(count))
    expect({ length: picked.length, different: new Set(picked).size }).toEqual({
      length: 1000,
      different: 1000,
    })
    expect([picked[0], picked.at(-1)]).toEqual([1, count * 2 - 1])
  }
})

test('a small set stands there whole', () => {
  expect(pickSpread(rowIds(3))).toEqual([1, 3, 5])
  expect(pickFirst(rowIds(3))).toEqual([1, 3, 5])
  expect(pickFirst(rowIds(2000))).toHaveLength(1000)
})
