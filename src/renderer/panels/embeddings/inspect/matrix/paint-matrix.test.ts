// The color range of a matrix covers the values between different rows.
import { expect, test } from 'vitest'
import { findFixedRange, findRange } from './paint-matrix'

const matrix = (...values: number[]) => ({
  rowIds: new Uint32Array(Math.sqrt(values.length)),
  values: Float32Array.from(values),
})

test('the diagonal does not affect the range of colors', () => {
  expect(findRange(matrix(1, 0.25, 0.5, 0.25, 1, -0.5, 0.5, -0.5, 1))).toEqual([-0.5, 0.5])
})

test('a single row, or values that are NaN, still have a range', () => {
  expect(findRange(matrix(1))).toEqual([0, 1])
  expect(findRange(matrix(1, Number.NaN, Number.NaN, 1))).toEqual([0, 1])
  expect(findRange(matrix(1, 0.5, 0.5, 1))).toEqual([0.5, 0.5])
})

test('a fixed range is that of all possible values, if there is one', () => {
  const find = (metric: 'cosine' | 'dot' | 'euclidean') =>
    [false, true].map((normalise) => findFixedRange({ metric, normalise }))
  expect([find('cosine'), find('dot'), find('euclidean')]).toEqual([
    [
      [-1, 1],
      [-1, 1],
    ],
    [null, [-1, 1]],
    [null, [0, 2]],
  ])
})
