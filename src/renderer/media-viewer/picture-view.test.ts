import { expect, test } from 'vitest'
import {
  canPan,
  fitted,
  panBy,
  positionPicture,
  type Stage,
  scaleTo,
  showPixels,
  toPercent,
  type View,
  zoomBy,
} from './picture-view'

const stage: Stage = {
  size: { width: 832, height: 632 },
  picture: { width: 1600, height: 1200 },
  density: 1,
}

/** The position of a point of the picture (in fractions) on the stage, relative to its middle. */
function locate(view: View, at: Stage, point: { x: number; y: number }) {
  const { left, top, width, height } = positionPicture(view, at)
  return {
    x: left + point.x * width - at.size.width / 2,
    y: top + point.y * height - at.size.height / 2,
  }
}

test('keeps the point under the pointer in place while zooming in and out', () => {
  const at = { x: 120, y: -80 }
  const close = zoomBy(fitted, stage, { factor: 4, at })
  const closer = zoomBy(close, stage, { factor: 1.5, at })
  const point = { x: 0.5 + 120 / 800, y: 0.5 - 80 / 600 }
  for (const view of [close, closer, zoomBy(closer, stage, { factor: 0.8, at })]) {
    const found = locate(view, stage, point)
    expect(Math.abs(found.x - at.x)).toBeLessThanOrEqual(0.5)
    expect(Math.abs(found.y - at.y)).toBeLessThanOrEqual(0.5)
  }
})

test('stops zooming out when the picture fits, and stays fitted', () => {
  const out = zoomBy(zoomBy(fitted, stage, { factor: 3 }), stage, { factor: 0.01 })
  expect(out).toEqual(fitted)
})

test('shows device pixels on a dense screen, even of a picture smaller than the stage', () => {
  const dense = { ...stage, picture: { width: 400, height: 300 }, density: 2 }
  const view = showPixels(fitted, dense)
  expect(positionPicture(view, dense)).toEqual({ left: 316, top: 241, width: 200, height: 150 })
  expect(toPercent(view, dense)).toBe(100)
  expect(toPercent(fitted, dense)).toBe(200)
})

test('stops zooming in at 32 device pixels per pixel', () => {
  expect(toPercent(scaleTo(fitted, stage, { scale: 1000 }), stage)).toBe(3200)
})

test('pans as far as the pointer moves, without a gap at the edge', () => {
  const view = showPixels(fitted, stage)
  const before = positionPicture(view, stage)
  const moved = positionPicture(panBy(view, stage, { x: 30, y: -20 }), stage)
  expect({ left: moved.left - before.left, top: moved.top - before.top }).toEqual({ left: 30, top: -20 })
  expect(positionPicture(panBy(view, stage, { x: 9999, y: -9999 }), stage)).toMatchObject({
    left: 0,
    top: 632 - 1200,
  })
})

test('stays centered along the side that fits', () => {
  const wide = { ...stage, picture: { width: 4000, height: 100 } }
  const view = panBy(showPixels(fitted, wide), wide, { x: 50, y: 50 })
  expect(positionPicture(view, wide).top).toBe((632 - 100) / 2)
  expect([canPan(view, wide), canPan(fitted, wide)]).toEqual([true, false])
})
