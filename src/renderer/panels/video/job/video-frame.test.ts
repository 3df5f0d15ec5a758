import { expect, test } from 'vitest'
import { meanDifference } from './video-frame'

test('the difference of frames ignores transparency, and is the largest without any pixels', () => {
  const pixel = (...values: number[]) => new Uint8ClampedArray(values)
  expect(meanDifference(pixel(10, 20, 30, 255), pixel(10, 20, 30, 0))).toBe(0)
  expect(meanDifference(pixel(0, 0, 0, 255), pixel(30, 60, 90, 255))).toBe(60)
  expect(meanDifference(pixel(), pixel())).toBe(255)
})
