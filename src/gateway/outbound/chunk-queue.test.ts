// Tests the push-to-pull queue and its backpressure.
import { expect, test } from 'vitest'
import { ChunkQueue } from './chunk-queue'

const bytes = (length: number) => new Uint8Array(length)
const never = () => {
  throw new Error('not expected')
}

test('yields chunks in order, queued or awaited, then ends', async () => {
  const queue = new ChunkQueue(never)
  queue.push(bytes(1), never)
  const first = await queue.next()
  const second = queue.next()
  queue.push(bytes(2), never)
  queue.end()
  expect([first.value?.length, (await second).value?.length, (await queue.next()).done]).toEqual([1, 2, true])
})

test('pauses the sender when the queue is full, and resumes it later', async () => {
  let resumed = 0
  const queue = new ChunkQueue(never)
  const push = () => queue.push(bytes(40_000), () => (resumed += 1))
  expect([push(), push()]).toEqual([true, false])
  await queue.next()
  expect(resumed).toBe(1)
})

test('throws a failure once, after the chunks before it', async () => {
  const queue = new ChunkQueue(never)
  queue.push(bytes(1), never)
  queue.fail(new Error('broken'))
  expect((await queue.next()).done).toBe(false)
  await expect(queue.next()).rejects.toThrow('broken')
  expect((await queue.next()).done).toBe(true)
})

test('calls onCancel once if the reader stops early, and never after the end', async () => {
  let cancelCount = 0
  const queue = new ChunkQueue(() => (cancelCount += 1))
  queue.push(bytes(1), never)
  for await (const _ of queue) break
  await queue.return()
  expect(cancelCount).toBe(1)
  const ended = new ChunkQueue(never)
  ended.end()
  await ended.return()
})

test('resolves a pending read when the reader stops', async () => {
  const queue = new ChunkQueue(() => queue.fail(new Error('aborted')))
  const waiting = queue.next()
  await queue.return()
  expect(await waiting).toEqual({ done: true, value: undefined })
  expect((await queue.next()).done).toBe(true)
})
