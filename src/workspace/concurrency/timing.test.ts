// The throttle of checkpoints and deltas, with fake timers.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createThrottle } from './timing'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('runs the first call immediately, and all calls during the interval once at its end', () => {
  const calls: number[] = []
  const start = Date.now()
  const throttle = createThrottle(1000, () => calls.push(Date.now() - start))
  for (let tick = 0; tick < 250; tick += 1) {
    throttle.schedule()
    vi.advanceTimersByTime(10)
  }
  vi.advanceTimersByTime(10_000)
  expect(calls).toEqual([0, 1000, 2000, 3000])
  throttle.schedule()
  expect(calls).toHaveLength(5)
  throttle.schedule()
  throttle.cancel()
  vi.advanceTimersByTime(10_000)
  expect(calls).toHaveLength(5)
})
