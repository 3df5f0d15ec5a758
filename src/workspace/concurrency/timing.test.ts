// The pace of checkpoints and of deltas, on a clock that the test turns.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createThrottle } from './timing'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first asking acts at once, what comes in the pause acts once at its end, then all is quiet', () => {
  const acted: number[] = []
  const start = Date.now()
  const throttle = createThrottle(1000, () => acted.push(Date.now() - start))
  for (let tick = 0; tick < 250; tick += 1) {
    throttle.ask()
    vi.advanceTimersByTime(10)
  }
  vi.advanceTimersByTime(10_000)
  expect(acted).toEqual([0, 1000, 2000, 3000])
  throttle.ask()
  expect(acted).toHaveLength(5)
  throttle.ask()
  throttle.cancel()
  vi.advanceTimersByTime(10_000)
  expect(acted).toHaveLength(5)
})
