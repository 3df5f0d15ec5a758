// The box of a video.
import { expect, test } from 'vitest'
import { fitStage, nameFrame, readFormRatio } from './video-frame'

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

test('a frame is named by a line of the prompt and by its moment', () => {
  expect([nameFrame('A boat\n on  the sea', 3.2166), nameFrame('x'.repeat(90), 12)]).toEqual([
    'A boat on the sea, at 3.2 s.png',
    `${'x'.repeat(60)}…, at 12 s.png`,
  ])
})
