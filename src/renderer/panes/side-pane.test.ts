// The keys of the separator between a pane and the work.
import { expect, test } from 'vitest'
import { toWidthByKey } from './SidePane'

test('arrow keys move the separator in their direction, at either side and within the limits', () => {
  const left = { width: 240, isRight: false, limit: 320 }
  const right = { ...left, isRight: true }
  expect([toWidthByKey('ArrowRight', left), toWidthByKey('ArrowLeft', left)]).toEqual([256, 224])
  expect([toWidthByKey('ArrowRight', right), toWidthByKey('ArrowLeft', right)]).toEqual([224, 256])
  expect([toWidthByKey('Home', left), toWidthByKey('End', left), toWidthByKey('Tab', left)]).toEqual([
    180,
    320,
    undefined,
  ])
  expect(toWidthByKey('ArrowRight', { ...left, width: 315 })).toBe(320)
  expect(toWidthByKey('ArrowLeft', { ...left, width: 185 })).toBe(180)
})
