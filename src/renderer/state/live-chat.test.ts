import { describe, expect, test } from 'vitest'
import { createFetchQueue } from './live-chat'

describe('fetch queue', () => {
  test('only the newest request waits for a running one, and picks its turns when it starts', async () => {
    const requested: string[][] = []
    const arrivals: (() => void)[] = []
    const queue = createFetchQueue((conversationId, turnIds) => {
      requested.push([conversationId, ...turnIds])
      return new Promise((resolve) => arrivals.push(resolve))
    })
    queue.request('c', () => ['first'])
    queue.request('c', () => ['superseded'])
    queue.request('c', () => ['last'])
    queue.request('other', () => ['its own'])
    expect(requested).toEqual([
      ['c', 'first'],
      ['other', 'its own'],
    ])
    arrivals[0]?.()
    await expect.poll(() => requested.length).toBe(3)
    expect(requested[2]).toEqual(['c', 'last'])
  })

  test('fetches nothing if the turns have been loaded meanwhile', () => {
    const requested: unknown[] = []
    const queue = createFetchQueue(async (...fetch) => void requested.push(fetch))
    queue.request('c', () => [])
    expect(requested).toEqual([])
  })
})
