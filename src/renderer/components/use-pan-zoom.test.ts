// The zoom factor of the wheel.
import { expect, test } from 'vitest'
import { toWheelFactor } from './use-pan-zoom'

test('a wheel zooms equally in pixels and lines, and by at most a factor of two', () => {
  expect(toWheelFactor({ deltaY: 48, deltaMode: 0 })).toBeCloseTo(toWheelFactor({ deltaY: 3, deltaMode: 1 }))
  expect(toWheelFactor({ deltaY: -5000, deltaMode: 0 })).toBe(2)
  expect(toWheelFactor({ deltaY: 5000, deltaMode: 0 })).toBe(0.5)
})
