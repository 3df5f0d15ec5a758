// What is told of a picture.
import { expect, test } from 'vitest'
import { makeTurn } from '../state/turn.fixture'
import { compareSizes, compareWithAsked, listFacts, nameType } from './describe-picture'

const wide = { width: 1376, height: 768 }

test('a picture smaller than the tier that was asked for says so', () => {
  expect(compareWithAsked({ aspectRatio: '16:9', imageSize: '2K' }, wide)).toEqual({
    asAsked: false,
    words: 'Asked for 16:9 at 2K, came as 1376 × 768',
  })
})

test('the pixels that vendors give for a ratio and a tier are as asked', () => {
  const given = [
    ['16:9', '512', 688, 384],
    ['16:9', '1K', 1376, 768],
    ['16:9', '2K', 2752, 1536],
    ['16:9', '4K', 5504, 3072],
    ['16:9', '1K', 1344, 768],
    ['21:9', '1K', 1584, 672],
    ['1:1', '1K', 1024, 1024],
  ] as const
  for (const [aspectRatio, imageSize, width, height] of given) {
    const told = compareWithAsked({ aspectRatio, imageSize }, { width, height })
    expect(told).toEqual({ asAsked: true, words: `${aspectRatio} at ${imageSize}, as asked` })
  }
})

test('another shape than asked for is told, with a size or without one', () => {
  const square = { width: 1024, height: 1024 }
  expect(compareWithAsked({ aspectRatio: '4:3' }, square)?.words).toBe('Asked for 4:3, came as 1024 × 1024')
  expect(compareWithAsked({ aspectRatio: '5:4' }, { width: 1152, height: 896 })?.asAsked).toBe(true)
})

test('where nothing was asked for nothing is told, and what cannot be measured is not judged', () => {
  expect([compareWithAsked(undefined, wide), compareWithAsked({}, wide)]).toEqual([null, null])
  expect(compareWithAsked({ imageSize: 'large' }, wide)).toEqual({
    asAsked: undefined,
    words: 'Asked for large',
  })
})

test('only what is known is told, in one order', () => {
  const picture = { media: 'a', mimeType: 'image/png', title: 'A rainbow' }
  expect(listFacts(picture, undefined)).toEqual([{ name: 'Type', value: 'PNG' }])
  const turn = makeTurn({ usage: { candidatesTokenCount: 1290 }, times: times(3210), modelVersion: null })
  // The bytes count, not what they were sent as.
  expect(listFacts({ ...picture, turn }, { mimeType: 'image/webp', bytes: 1_234_567 })).toEqual([
    { name: 'Type', value: 'WEBP' },
    { name: 'File', value: '1.2 MB' },
    { name: 'Time', value: '3.21 s' },
    { name: 'Tokens', value: '1,290 out' },
    { name: 'Model', value: 'gen-2.5-flash' },
  ])
})

test('types are named as their files are', () => {
  expect(['image/svg+xml', 'image/x-icon; q=1', ''].map(nameType)).toEqual(['SVG', 'ICON', 'of unknown type'])
})

test('two pictures of different sizes say which one is scaled', () => {
  expect(compareSizes(wide, wide)).toBe(null)
  expect(compareSizes(wide, { width: 2752, height: 1536 })).toBe(
    '1376 × 768 against 2752 × 1536: 1376 × 768 is scaled up to 2752 × 1536',
  )
  expect(compareSizes({ width: 1024, height: 1024 }, { width: 512, height: 768 })).toBe(
    '1024 × 1024 against 512 × 768: 512 × 768 is fitted into 1024 × 1024',
  )
})

function times(total: number) {
  return { firstToken: null, firstAnswer: null, total }
}
