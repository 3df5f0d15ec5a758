import { expect, test } from 'vitest'
import { listNeighbors, stepPictures } from './viewed-picture'

test('wraps around at both ends and announces it', () => {
  expect(stepPictures(1, 1, 3)).toEqual({ index: 2, announcement: '' })
  expect(stepPictures(2, 1, 3)).toEqual({ index: 0, announcement: 'First of 3' })
  expect(stepPictures(0, -1, 3)).toEqual({ index: 2, announcement: 'Last of 3' })
})

test('stays at a single picture and announces that there is no other', () => {
  expect(stepPictures(0, 1, 1)).toEqual({ index: 0, announcement: 'This is the only image' })
})

test('lists the nearest pictures in order, without the picture itself', () => {
  expect(listNeighbors(500, 10_000, 4)).toEqual([498, 499, 501, 502])
  expect(listNeighbors(0, 10_000, 3)).toEqual([1, 2, 3])
  expect(listNeighbors(1, 2, 4)).toEqual([0])
})
