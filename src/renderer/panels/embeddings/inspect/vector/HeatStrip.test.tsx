// Outliers do not change the color range of the other values.
import { expect, test } from 'vitest'
import { findLimit } from './HeatStrip'
import { barHeight } from './Histogram'

test('the last color is that of the largest absolute value, unless it is an outlier', () => {
  expect(findLimit({ min: -0.05, max: 0.03, mean: 0, deviation: 0.02 })).toBe(0.05)
  expect(findLimit({ min: -0.05, max: 0.9, mean: 0, deviation: 0.02 })).toBe(0.08)
})

test('a logarithmic bar of few values is visible beside one of thousands', () => {
  const heights = (isLog: boolean) => [0, 1, 3000].map((count) => barHeight(count, 3000, isLog))
  expect(heights(false)).toEqual([0, 1 / 3000, 1])
  const [none, one = 0, all] = heights(true)
  expect([none, all, one > 0.08]).toEqual([0, 1, true])
})
