// Going from picture to picture.
import { expect, test } from 'vitest'
import { listNeighbours, stepPictures } from './viewed-picture'

test('past the last one stands the first, and that is told', () => {
  expect(stepPictures(1, 1, 3)).toEqual({ index: 2, told: '' })
  expect(stepPictures(2, 1, 3)).toEqual({ index: 0, told: 'Back at the first of 3' })
  expect(stepPictures(0, -1, 3)).toEqual({ index: 2, told: 'At the last of 3' })
})

test('a picture alone stays, and says that there is no other', () => {
  expect(stepPictures(0, 1, 1)).toEqual({ index: 0, told: 'This is the only picture' })
})

test('of thousands only the nearest are offered, in their order and without the picture itself', () => {
  expect(listNeighbours(500, 10_000, 4)).toEqual([498, 499, 501, 502])
  expect(listNeighbours(0, 10_000, 3)).toEqual([1, 2, 3])
  expect(listNeighbours(1, 2, 4)).toEqual([0])
})
