import { expect, test } from 'vitest'
import { describeSize } from './picture-stats'

test('a ratio that is rounded to blocks matches the requested one, another ratio does not', () => {
  expect(describeSize({ aspectRatio: '16:9' }, { width: 1376, height: 768 }).differs).toBe(false)
  expect(describeSize({ aspectRatio: '21:9' }, { width: 1584, height: 672 }).differs).toBe(false)
  expect(describeSize({ aspectRatio: '16:9' }, { width: 1024, height: 1024 }).differs).toBe(true)
  expect(describeSize({ aspectRatio: '16:9' }, { width: null, height: null }).differs).toBe(false)
})

test('matches a size by its area, in any ratio', () => {
  const wide2K = { aspectRatio: '16:9', imageSize: '2K' }
  expect(describeSize(wide2K, { width: 2752, height: 1536 }).differs).toBe(false)
  expect(describeSize({ imageSize: '512' }, { width: 688, height: 384 }).differs).toBe(false)
  expect(describeSize({ imageSize: '4K' }, { width: 1024, height: 1024 }).differs).toBe(true)
})
