// Chunks pushed in and pulled out, with back-pressure.
import { expect, test } from 'vitest'
import { ChunkQueue } from './chunk-queue'

const bytes = (length: number) => new Uint8Array(length)
const never = () => {
  throw new Error('not expected')
}

test('what is pushed comes out in order, before and while somebody waits, and then the end', async () => {
  const queue = new ChunkQueue(never)
  queue.push(bytes(1), never)
  const first = await queue.next()
  const second = queue.next()
  queue.push(bytes(2), never)
  queue.end()
  expect([first.value?.length, (await second).value?.length, (await queue.next()).done]).toEqual([1, 2, true])
})

test('the sender is asked to pause when much waits, and resumed when it is taken', async () => {
  let resumed = 0
  const queue = new ChunkQueue(never)
  const push = () => queue.push(bytes(40_000), () => (resumed += 1))
  expect([push(), push()]).toEqual([true, false])
  await queue.next()
  expect(resumed).toBe(1)
})

test('a failure comes after what arrived before it, once', async () => {
  const queue = new ChunkQueue(never)
  queue.push(bytes(1), never)
  queue.fail(new Error('broken'))
  expect((await queue.next()).done).toBe(false)
  await expect(queue.next()).rejects.toThrow('broken')
  expect((await queue.next()).done).toBe(true)
})

test('leaving early is told once; after the end it is nobody’s business', async () => {
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

test('who waits for a chunk while another leaves waits no longer', async () => {
  const queue = new ChunkQueue(() => queue.fail(new Error('left')))
  const waiting = queue.next()
  await queue.return()
  expect(await waiting).toEqual({ done: true, value: undefined })
  expect((await queue.next()).done).toBe(true)
})
