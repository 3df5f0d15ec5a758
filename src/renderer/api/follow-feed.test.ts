// Feeds that are followed again and again, as fast as their items are handled.
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

test('requests the next item only once the last one is handled', async () => {
  let requested = 0
  async function* items() {
    for (;;) {
      requested += 1
      yield requested
    }
  }
  let finish = () => {}
  const stop = followFeed({
    open: async () => items(),
    onItem: () => new Promise<void>((resolve) => (finish = resolve)),
  })
  await vi.waitFor(() => expect(requested).toBe(1))
  await new Promise((resolve) => setTimeout(resolve))
  expect(requested).toBe(1)
  finish()
  await vi.waitFor(() => expect(requested).toBe(2))
  stop()
  finish()
})
