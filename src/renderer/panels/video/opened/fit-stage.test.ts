// The box of a video.
import { expect, test } from 'vitest'
import { fitStage, readFormRatio } from './fit-stage'

test('a tall video is as high as there is room for, and a wide one as wide', () => {
  expect([
    fitStage(readFormRatio({})).width,
    fitStage(readFormRatio({ aspectRatio: '16:9' })).width,
    fitStage(readFormRatio({ aspectRatio: '9:16' })).width,
  ]).toEqual([
    'min(100%, min(56vh, 680px) * 1.7778)',
    'min(100%, min(56vh, 680px) * 1.7778)',
    'min(100%, min(56vh, 680px) * 0.5625)',
  ])
})
