// How large a thumbnail is.
import { expect, test } from 'vitest'
import { toThumbnailSize } from './save-thumbnail'

test('the longer side is 320 at the most, and the shape stays', () => {
  expect(toThumbnailSize({ width: 2752, height: 1536 })).toEqual({ width: 320, height: 179 })
  expect(toThumbnailSize({ width: 768, height: 1376 })).toEqual({ width: 179, height: 320 })
})

test('a small picture is not blown up, and a thin line does not vanish', () => {
  expect(toThumbnailSize({ width: 40, height: 30 })).toEqual({ width: 40, height: 30 })
  expect(toThumbnailSize({ width: 8000, height: 2 })).toEqual({ width: 320, height: 1 })
})
