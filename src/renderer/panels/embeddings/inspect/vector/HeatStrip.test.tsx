// A few values far out leave the others their colors.
import { expect, test } from 'vitest'
import { findLimit } from './HeatStrip'

test('the last color is the farthest value, unless that is an outlier', () => {
  expect(findLimit({ min: -0.05, max: 0.03, mean: 0, deviation: 0.02 })).toBe(0.05)
  expect(findLimit({ min: -0.05, max: 0.9, mean: 0, deviation: 0.02 })).toBe(0.08)
})

test('a vector of nothing but zeros has a limit to divide by', () => {
  expect(findLimit({ min: 0, max: 0, mean: 0, deviation: 0 })).toBe(1)
})
