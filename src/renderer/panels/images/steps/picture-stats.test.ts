import { expect, test } from 'vitest'
import { makeTurn } from '../../../state/turn.fixture'
import { describeSize, listPictureStats } from './picture-stats'

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

test('lists only known stats', () => {
  const turn = makeTurn({
    times: { firstToken: 1, firstAnswer: 1, total: 1400 },
    usage: { candidatesTokenCount: 1290 },
  })
  const facts = { mimeType: 'image/png', width: 10, height: 20, bytes: 1_300_000, hasC2pa: true }
  expect(listPictureStats(turn, facts, '$0.039')).toEqual([
    'PNG',
    '1.3 MB',
    '1.40 s',
    '1,290 output tokens',
    '$0.039',
    'Content Credentials',
  ])
  expect(
    listPictureStats(makeTurn({ times: { firstToken: null, firstAnswer: null, total: null } }), undefined),
  ).toEqual([])
  expect(listPictureStats(makeTurn(), { ...facts, bytes: 0, hasC2pa: false })).toEqual([
    'PNG',
    'file missing',
    '1.10 s',
  ])
})

test('names the actual and the requested size', () => {
  const size = { width: 10, height: 20 }
  expect(describeSize({ aspectRatio: '16:9', imageSize: '2K' }).text).toBe('requested 16:9, 2K')
  expect(describeSize({}).text).toBe('')
  expect(describeSize({}, size).text).toBe('10 × 20')
  expect(describeSize({}, { width: null, height: 20 }).text).toBe('')
  expect(describeSize({ aspectRatio: '1:2' }, size).text).toBe('10 × 20, requested 1:2')
})
