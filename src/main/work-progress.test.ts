// The combined progress of running work, and its lines in the tray's menu.
import { expect, test } from 'vitest'
import { createProgressSum, describeRunning, toBar } from './work-progress'

const work = (id: string, progress: number | null) => ({ id, progress })

test('is unknown if no running work reports its progress', () => {
  const sum = createProgressSum()
  expect(sum([work('video', null)])).toBeNull()
  expect(sum([work('video', null), work('chat', null)])).toBeNull()
  expect(sum([])).toBeNull()
})

test('is the mean of the work that reports it', () => {
  expect(createProgressSum()([work('a', 0.5), work('b', 0.25), work('video', null)])).toBe(0.375)
})

test('work that has ended counts as done, so that the bar never moves back when one of several ends', () => {
  const sum = createProgressSum()
  const before = sum([work('a', 0.9), work('b', 0.1)]) ?? 1
  const after = sum([work('b', 0.1)]) ?? 0
  expect(after).toBeGreaterThan(before)
  expect(after).toBe(0.55)
  expect(sum([work('b', 1)])).toBe(1)
})

test('starts again once nothing is running', () => {
  const sum = createProgressSum()
  sum([work('a', 0.5)])
  sum([])
  expect(sum([work('b', 0.5)])).toBe(0.5)
})

test('the bar is removed at the end, unless a failure was not seen', () => {
  const ended = { isRunning: false, progress: null }
  const running = { isRunning: true, progress: 0.5 }
  expect(toBar({ ...ended, isFailed: false })).toEqual({ value: -1, mode: 'none' })
  expect(toBar({ ...ended, isFailed: true })).toEqual({ value: 1, mode: 'error' })
  expect(toBar({ ...running, isFailed: false })).toEqual({ value: 0.5, mode: 'normal' })
  expect(toBar({ ...running, isFailed: true })).toEqual({ value: 0.5, mode: 'error' })
  expect(toBar({ ...running, progress: null, isFailed: false })).toEqual({ value: 2, mode: 'indeterminate' })
  expect(toBar({ ...running, progress: null, isFailed: true })).toEqual({ value: 1, mode: 'error' })
})

test('names the kind, the title in one line, and the progress if it is known', () => {
  expect(describeRunning({ kind: 'transcriptions', title: 'talk.mp3', progress: 0.459 })).toBe(
    'Transcription: talk.mp3 (45%)',
  )
  expect(
    describeRunning({ kind: 'videos', title: `A fox\n in the ${'deep '.repeat(20)}snow`, progress: null }),
  ).toMatch(/^Video: A fox in the (deep )+[a-z]*…$/)
})
