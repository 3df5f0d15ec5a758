// Stepping through the frames of a video.
import { expect, test } from 'vitest'
import { fitStage, toFrameTime } from './video-playback'

test('each step shows the next frame, and steps back lead to the same frames', () => {
  const frames = [0]
  for (let count = 0; count < 95; count += 1) frames.push(toFrameTime(frames.at(-1) ?? 0, 1, 4))
  const toIndex = (time: number) => Math.floor(time * 24)
  expect(frames.map(toIndex)).toEqual(frames.map((_, at) => at))
  // A browser rounds times to microseconds.
  let time = Math.floor((frames.at(-1) ?? 0) * 1e6) / 1e6
  for (const expected of frames.slice(0, -1).reverse()) {
    time = Math.floor(toFrameTime(time, -1, 4) * 1e6) / 1e6
    expect(toIndex(time)).toBe(toIndex(expected))
  }
})

test('a step stays within the video, and starts from the frame that is shown', () => {
  expect(toFrameTime(0, -1, 4)).toBe(0)
  expect(Math.floor(toFrameTime(4, 1, 4) * 24)).toBe(95)
  expect(Math.floor(toFrameTime(1.03, 1, 4) * 24)).toBe(25)
})

test('a video is as wide as there is space, but not too high', () => {
  expect([fitStage(16 / 9).width, fitStage(9 / 16).width, fitStage(1, { isHalf: true }).width]).toEqual([
    'min(100%, min(52vh, 640px) * 1.7778)',
    'min(100%, min(52vh, 640px) * 0.5625)',
    'min(50% - 2px, min(52vh, 640px) * 1.0000)',
  ])
})
