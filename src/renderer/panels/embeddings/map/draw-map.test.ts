// Whether the last picture still covers the stage while the map is moved.
import { expect, test } from 'vitest'
import { covers } from './draw-map'

const stage = { width: 400, height: 200 }
// Only the size of the picture is used.
const bitmap = { width: 1000, height: 800 } as ImageBitmap
/** Extends beyond the stage by 100 CSS pixels on each side, and by 140 above and below. */
const painted = { bitmap, viewport: { scale: 10, x: 0, y: 0 }, density: 5 / 3 }

test('a picture covers the stage up to its edges, unless it is scaled by more than two', () => {
  const coversAt = (x: number, y: number, scale = 10) => covers(painted, { viewport: { scale, x, y }, stage })
  expect([coversAt(0, 0), coversAt(10, 0), coversAt(10.1, 0), coversAt(0, -14), coversAt(0, -14.1)]).toEqual([
    true,
    true,
    false,
    true,
    false,
  ])
  expect([coversAt(0, 0, 20), coversAt(0, 0, 20.1), coversAt(0, 0, 6.7), coversAt(0, 0, 6.6)]).toEqual([
    true,
    false,
    true,
    false,
  ])
  expect(covers(null, { viewport: painted.viewport, stage })).toBe(false)
})
