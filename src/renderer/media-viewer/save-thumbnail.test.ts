import { expect, test } from 'vitest'
import { toThumbnailSize } from './save-thumbnail'

test('limits the longer side to 320 and keeps the ratio', () => {
  expect(toThumbnailSize({ width: 2752, height: 1536 })).toEqual({ width: 320, height: 179 })
  expect(toThumbnailSize({ width: 768, height: 1376 })).toEqual({ width: 179, height: 320 })
})

test('does not scale up a small picture, and keeps a thin line visible', () => {
  expect(toThumbnailSize({ width: 40, height: 30 })).toEqual({ width: 40, height: 30 })
  expect(toThumbnailSize({ width: 8000, height: 2 })).toEqual({ width: 320, height: 1 })
})
