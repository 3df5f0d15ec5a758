import { expect, test } from 'vitest'
import { compareSizes, compareWithRequested } from './describe-picture'

const wide = { width: 1376, height: 768 }

test('reports a picture that is smaller than the requested tier', () => {
  expect(compareWithRequested({ aspectRatio: '16:9', imageSize: '2K' }, wide)).toEqual({
    matches: false,
    text: 'Requested 16:9 at 2K, received 1376 × 768',
  })
})

test('accepts the sizes that vendors document for each ratio and tier', () => {
  const cases = [
    ['16:9', '512', 688, 384],
    ['16:9', '1K', 1376, 768],
    ['16:9', '2K', 2752, 1536],
    ['16:9', '4K', 5504, 3072],
    ['16:9', '1K', 1344, 768],
    ['21:9', '1K', 1584, 672],
    ['1:1', '1K', 1024, 1024],
  ] as const
  for (const [aspectRatio, imageSize, width, height] of cases) {
    const check = compareWithRequested({ aspectRatio, imageSize }, { width, height })
    expect(check).toEqual({ matches: true, text: `${aspectRatio} at ${imageSize}, as requested` })
  }
})

test('reports another ratio than requested, with or without a size', () => {
  const square = { width: 1024, height: 1024 }
  expect(compareWithRequested({ aspectRatio: '4:3' }, square)?.text).toBe(
    'Requested 4:3, received 1024 × 1024',
  )
  expect(compareWithRequested({ aspectRatio: '5:4' }, { width: 1152, height: 896 })?.matches).toBe(true)
})

test('returns null if nothing was requested, and does not judge an unknown size', () => {
  expect([compareWithRequested(undefined, wide), compareWithRequested({}, wide)]).toEqual([null, null])
  expect(compareWithRequested({ imageSize: 'large' }, wide)).toEqual({
    matches: undefined,
    text: 'Requested large',
  })
})

test('compareSizes names the picture that is scaled', () => {
  expect(compareSizes(wide, wide)).toBe(null)
  expect(compareSizes(wide, { width: 2752, height: 1536 })).toBe(
    '1376 × 768 vs. 2752 × 1536: 1376 × 768 scaled up to 2752 × 1536',
  )
  expect(compareSizes({ width: 1024, height: 1024 }, { width: 512, height: 768 })).toBe(
    '1024 × 1024 vs. 512 × 768: 512 × 768 fitted into 1024 × 1024',
  )
})
