// Windows on displays that have changed.
import { expect, test } from 'vitest'
import { type Bounds, fitToDisplays, positionBeside } from './window-bounds'

const at = (x: number, y: number, width: number, height: number): Bounds => ({ x, y, width, height })

/** With a taskbar of 40 pixels. */
const left = { workArea: at(0, 0, 1440, 860) }
const right = { workArea: at(1440, 0, 2560, 1440) }
const above = { workArea: at(0, -1080, 1920, 1080) }

test.each([
  ['inside of a display', at(100, 100, 800, 600), [left]],
  ['partly beyond its edge, as the user has put it', at(1200, 100, 800, 600), [left]],
  ['across two displays', at(1000, 100, 1200, 700), [left, right]],
  ['on a display with negative positions', at(100, -900, 800, 600), [left, above]],
  ['with its title bar on one display and the rest on another', at(100, -200, 800, 700), [left, above]],
  ['without a display, while all of them are off', at(100, 100, 800, 600), []],
])('a window %s stays where it is', (_, bounds, displays) => {
  expect(fitToDisplays(bounds, displays)).toEqual(bounds)
})

test.each([
  ['was unplugged at the right', at(1800, 300, 1000, 500), [left], at(440, 300, 1000, 500)],
  ['was unplugged above', at(100, -900, 800, 600), [left], at(100, 0, 800, 600)],
  ['was larger', at(1500, 100, 2400, 1400), [left], at(0, 0, 1440, 860)],
  ['has only a corner of it', at(1390, 100, 800, 600), [left], at(640, 100, 800, 600)],
  ['has it below its taskbar', at(100, 850, 800, 600), [left], at(100, 260, 800, 600)],
])('a window whose display %s moves into the nearest one', (_, bounds, displays, expected) => {
  expect(fitToDisplays(bounds, displays)).toEqual(expected)
})

test('of several displays, the nearest one gets it', () => {
  const far = at(4100, 200, 800, 600)
  expect(fitToDisplays(far, [left, right])).toEqual(at(3200, 200, 800, 600))
  expect(fitToDisplays(at(-2000, 200, 800, 600), [right, left])).toEqual(at(0, 200, 800, 600))
})

test('a window beside another one is on its display', () => {
  const size = { width: 700, height: 800 }
  expect(positionBeside(at(1600, 100, 1000, 800), size, [left, right])).toEqual(at(1632, 132, 700, 800))
  expect(positionBeside(at(700, 100, 740, 700), size, [left, right])).toEqual(at(732, 60, 700, 800))
})
