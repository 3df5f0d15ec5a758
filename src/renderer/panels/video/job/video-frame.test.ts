import { expect, test } from 'vitest'
import { toFormRatio } from '../jobs/describe-job'
import { fitStage, nameFrame } from './video-frame'

test('fits a tall video by height and a wide one by width', () => {
  expect([
    fitStage(toFormRatio({})).width,
    fitStage(toFormRatio({ aspectRatio: '16:9' })).width,
    fitStage(toFormRatio({ aspectRatio: '9:16' })).width,
  ]).toEqual([
    'min(100%, min(56vh, 680px) * 1.7778)',
    'min(100%, min(56vh, 680px) * 1.7778)',
    'min(100%, min(56vh, 680px) * 0.5625)',
  ])
})

test('names a frame after the prompt and its time', () => {
  expect([nameFrame('A boat\n on  the sea', 3.2166), nameFrame('x'.repeat(90), 12)]).toEqual([
    'A boat on the sea, at 3.2 s.png',
    `${'x'.repeat(60)}…, at 12 s.png`,
  ])
})
