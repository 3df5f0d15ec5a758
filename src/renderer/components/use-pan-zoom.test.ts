// How far one turn of the wheel zooms.
import { expect, test } from 'vitest'
import { toWheelFactor } from './use-pan-zoom'

test('a wheel zooms alike whether it counts pixels or lines, and never more than twofold', () => {
  expect(toWheelFactor({ deltaY: 48, deltaMode: 0 })).toBeCloseTo(toWheelFactor({ deltaY: 3, deltaMode: 1 }))
  expect(toWheelFactor({ deltaY: -5000, deltaMode: 0 })).toBe(2)
  expect(toWheelFactor({ deltaY: 5000, deltaMode: 0 })).toBe(0.5)
})
