// Outliers do not change the color range of the other values.
import { expect, test } from 'vitest'
import { findLimit } from './HeatStrip'

test('the last color is that of the largest absolute value, unless it is an outlier', () => {
  expect(findLimit({ min: -0.05, max: 0.03, mean: 0, deviation: 0.02 })).toBe(0.05)
  expect(findLimit({ min: -0.05, max: 0.9, mean: 0, deviation: 0.02 })).toBe(0.08)
})

test('a vector of zeros has a limit other than zero', () => {
  expect(findLimit({ min: 0, max: 0, mean: 0, deviation: 0 })).toBe(1)
})
