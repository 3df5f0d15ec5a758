// Fetching turns for a view that moves on while they are on their way.
import { expect, test } from 'vitest'
import { createFetchQueue } from './fetch-queue'

test('while one fetch is under way only the newest wish waits, and it chooses when its time has come', async () => {
  const asked: string[][] = []
  const arrivals: (() => void)[] = []
  const queue = createFetchQueue((conversationId, turnIds) => {
    asked.push([conversationId, ...turnIds])
    return new Promise((resolve) => arrivals.push(resolve))
  })
  queue.wish('c', () => ['first'])
  queue.wish('c', () => ['passed by'])
  queue.wish('c', () => ['last'])
  queue.wish('other', () => ['its own'])
  expect(asked).toEqual([
    ['c', 'first'],
    ['other', 'its own'],
  ])
  arrivals[0]?.()
  await expect.poll(() => asked.length).toBe(3)
  expect(asked[2]).toEqual(['c', 'last'])
})

test('a wish that has come true meanwhile fetches nothing', () => {
  const asked: unknown[] = []
  const queue = createFetchQueue(async (...fetch) => void asked.push(fetch))
  queue.wish('c', () => [])
  expect(asked).toEqual([])
})
