// Which moment of a video stands for it.
import { expect, test } from 'vitest'
import { toPosterTime } from './poster-time'

test('the poster is of the first second, and of a short video within it', () => {
  expect([8, 4, 1, 0, Number.NaN, Number.POSITIVE_INFINITY].map(toPosterTime)).toEqual([1, 1, 0.25, 0, 0, 0])
})
