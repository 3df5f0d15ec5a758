// An aspect ratio as drawn.
import { expect, test } from 'vitest'
import { drawRatio } from './RatioRadioGroup'

test('a ratio is drawn in its box, and an extreme one can still be seen', () => {
  expect([drawRatio('1:1', 20), drawRatio('16:9', 20), drawRatio('1:8', 20)]).toEqual([
    { width: 20, height: 20 },
    { width: 20, height: 11 },
    { width: 3, height: 20 },
  ])
})
