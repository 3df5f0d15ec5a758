// The figures under a picture.
import { expect, test } from 'vitest'
import { makeTurn } from '../../../state/turn.fixture'
import { describeAsked, describePixels, isOff, listFigures } from './picture-stats'

test('a shape rounded to blocks is the one that was asked for, another one is not', () => {
  expect(isOff({ aspectRatio: '16:9' }, { width: 1376, height: 768 })).toBe(false)
  expect(isOff({ aspectRatio: '21:9' }, { width: 1584, height: 672 })).toBe(false)
  expect(isOff({ aspectRatio: '16:9' }, { width: 1024, height: 1024 })).toBe(true)
  expect(isOff({ aspectRatio: '16:9' }, { width: null, height: null })).toBe(false)
})

test('a size is met by its area, in any shape', () => {
  expect(isOff({ aspectRatio: '16:9', imageSize: '2K' }, { width: 2752, height: 1536 })).toBe(false)
  expect(isOff({ imageSize: '512' }, { width: 688, height: 384 })).toBe(false)
  expect(isOff({ imageSize: '4K' }, { width: 1024, height: 1024 })).toBe(true)
})

test('only what is known is told', () => {
  const turn = makeTurn({
    times: { firstToken: 1, firstAnswer: 1, total: 1400 },
    usage: { totalTokenCount: 1290 },
  })
  const facts = { mimeType: 'image/png', width: 10, height: 20, bytes: 1_300_000, hasC2pa: true }
  expect(listFigures(turn, facts)).toEqual(['PNG', '1.3 MB', '1.40 s', '1,290 tok', 'Content Credentials'])
  expect(
    listFigures(makeTurn({ times: { firstToken: null, firstAnswer: null, total: null } }), undefined),
  ).toEqual([])
  expect(listFigures(makeTurn(), { ...facts, bytes: 0, hasC2pa: false })).toEqual([
    'PNG',
    'file missing',
    '1.10 s',
  ])
})

test('what was asked for and what came are named', () => {
  expect([describeAsked({ aspectRatio: '16:9', imageSize: '2K' }), describeAsked({})]).toEqual([
    'asked 16:9, 2K',
    '',
  ])
  expect([describePixels({ width: 10, height: 20 }), describePixels({ width: null, height: 20 })]).toEqual([
    '10 × 20',
    '',
  ])
})
