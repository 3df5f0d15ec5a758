// Colors of a ramp, including values outside its range.
import { expect, test } from 'vitest'
import { makeRamp, toStep } from './color-ramp'

/** Red, green, blue and opacity. */
function colorAt(ramp: Uint32Array<ArrayBuffer>, step: number): number[] {
  return [...new Uint8Array(ramp.buffer, step * 4, 4)]
}

test('a ramp starts with its first color, ends with its last and contains the middle one', () => {
  const ramp = makeRamp(['#102030', '#ff0000', '#fefdfc'])
  expect(ramp.length).toBe(256)
  expect(colorAt(ramp, 0)).toEqual([0x10, 0x20, 0x30, 255])
  expect(colorAt(ramp, 255)).toEqual([0xfe, 0xfd, 0xfc, 255])
  // The middle is between two steps.
  expect(colorAt(ramp, 127)).toEqual([254, 0, 0, 255])
})

test('values outside the range get the color of the nearest end, and an empty range has one color', () => {
  expect([-3, -1, 0, 1, 7].map((value) => toStep(value, [-1, 1]))).toEqual([0, 0, 128, 255, 255])
  expect(toStep(0.5, [0.5, 0.5])).toBe(255)
  expect(toStep(Number.NaN, [0, 1])).toBe(0)
})
