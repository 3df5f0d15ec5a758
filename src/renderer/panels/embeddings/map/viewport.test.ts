// The viewport of the map: fitting, zooming and panning.
import { expect, test } from 'vitest'
import { bringIntoView, fitViewport, toMap, toRadius, toStage, zoomBy } from './viewport'

const stage = { width: 464, height: 264 }
const points = Float32Array.from([0, 0, 4, 0, 4, 1, 2, 0.5])

test('fits all points within the margin, undistorted', () => {
  const fit = fitViewport(points, stage)
  expect(fit).toEqual({ scale: 100, x: 2, y: 0.5 })
  expect([toStage(fit, stage, { x: 0, y: 0 }), toStage(fit, stage, { x: 4, y: 1 })]).toEqual([
    { x: 32, y: 82 },
    { x: 432, y: 182 },
  ])
})

test('fits one point, no point, and points that are not numbers', () => {
  expect(fitViewport(Float32Array.from([3, 7]), stage)).toEqual({ scale: 1, x: 3, y: 7 })
  expect(fitViewport(new Float32Array(0), stage)).toEqual({ scale: 1, x: 0, y: 0 })
  expect(fitViewport(Float32Array.from([Number.NaN, Number.NaN, 0, 0, 4, 0]), stage)).toEqual({
    scale: 100,
    x: 2,
    y: 0,
  })
})

test('zooming keeps the point under the pointer in place', () => {
  const fit = fitViewport(points, stage)
  const at = { x: 100, y: -40 }
  const position = toMap(fit, stage, { x: 332, y: 92 })
  const zoomed = zoomBy(fit, fit, { factor: 2, at })
  const stagePosition = toStage(zoomed, stage, position)
  expect({ scale: zoomed.scale, x: Math.round(stagePosition.x), y: Math.round(stagePosition.y) }).toEqual({
    scale: 200,
    x: 332,
    y: 92,
  })
})

test('bringIntoView moves a hidden point just within the stage, and does nothing for a visible one', () => {
  const viewport = { scale: 100, x: 0, y: 0 }
  const revealed = bringIntoView(viewport, stage, { x: 4, y: 0 })
  expect(toStage(revealed, stage, { x: 4, y: 0 })).toEqual({ x: 432, y: 132 })
  expect(bringIntoView(viewport, stage, { x: 1, y: 0.5 })).toBe(viewport)
})

test('many points are smaller than few, and larger when zoomed in', () => {
  const sizes = [10, 1000, 50_000].map((count) => toRadius(count, 1))
  expect(sizes).toEqual([...sizes].sort((one, other) => other - one))
  expect(toRadius(50_000, 8)).toBeGreaterThan(toRadius(50_000, 1))
  expect(toRadius(0, 1)).toBe(5)
})
