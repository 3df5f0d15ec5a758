import { expect, test } from 'vitest'
import { meanDifference, nameFrame } from './video-frame'

test('names a frame after the prompt and its time', () => {
  expect([nameFrame('A boat\n on  the sea', 3.2166), nameFrame('x'.repeat(90), 12)]).toEqual([
    'A boat on the sea, at 3.2 s.png',
    `${'x'.repeat(60)}…, at 12 s.png`,
  ])
})

test('the difference of frames ignores transparency, and is the largest without any pixels', () => {
  const pixel = (...values: number[]) => new Uint8ClampedArray(values)
  expect(meanDifference(pixel(10, 20, 30, 255), pixel(10, 20, 30, 0))).toBe(0)
  expect(meanDifference(pixel(0, 0, 0, 255), pixel(30, 60, 90, 255))).toBe(60)
  expect(meanDifference(pixel(), pixel())).toBe(255)
})
