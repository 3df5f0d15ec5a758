// Stepping through the frames of a video.
import { expect, test } from 'vitest'
import { toFrameTime } from './video-playback'

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
