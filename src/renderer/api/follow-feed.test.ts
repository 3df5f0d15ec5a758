// Subscriptions that are opened again and again.
import { getEventListeners } from 'node:events'
import { expect, test, vi } from 'vitest'
import { followFeed } from './follow-feed'

test('retries add no listeners to the signal, and unsubscribing ends a delay', async () => {
  vi.useFakeTimers()
  const counts: number[] = []
  const unsubscribe = followFeed({
    open: async (signal) => {
      counts.push(getEventListeners(signal, 'abort').length)
      throw new Error('lost')
    },
    onItem: () => undefined,
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(counts.length).toBeGreaterThan(10)
  expect(new Set(counts)).toEqual(new Set([0]))
  unsubscribe()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
