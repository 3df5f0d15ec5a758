// The steps of the zoom.
import { expect, test } from 'vitest'
import { changeZoom, clampZoom, zoomSteps } from './zoom'

test('zooming in passes all steps up to 200%, zooming out all down to 50%', () => {
  const passed = [50]
  for (let count = 0; count < 20; count += 1) passed.push(changeZoom(passed.at(-1) ?? 0, 'in'))
  expect([...new Set(passed)]).toEqual([...zoomSteps])
  expect(passed.at(-1)).toBe(200)
  let zoom = 200
  for (let count = 0; count < 20; count += 1) zoom = changeZoom(zoom, 'out')
  expect(zoom).toBe(50)
})

test('a zoom between the steps continues with the next one', () => {
  expect([changeZoom(104, 'in'), changeZoom(104, 'out'), changeZoom(104, 'reset')]).toEqual([110, 100, 100])
  // Electron returns factors that are not exact.
  expect(changeZoom(109.99999, 'in')).toBe(125)
  expect(changeZoom(110.00001, 'out')).toBe(100)
})

test('what is beyond the limits comes back to them', () => {
  expect([clampZoom(10), clampZoom(1_000), clampZoom(109.6)]).toEqual([50, 200, 110])
  expect([changeZoom(300, 'in'), changeZoom(20, 'out')]).toEqual([200, 50])
})
