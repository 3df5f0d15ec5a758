// Chunks pushed in and pulled out, with back-pressure.
import { expect, test } from 'vitest'
import { ChunkQueue } from './chunk-queue'

const bytes = (length: number) => new Uint8Array(length)
const never = () => {
  throw new Error('not expected')
}

test('what is pushed comes out in order, before and while somebody waits, and then the end', async () => {
  const flow = new ChunkQueue(never)
  flow.push(bytes(1), never)
  const first = await flow.next()
  const second = flow.next()
  flow.push(bytes(2), never)
  flow.end()
  expect([first.value?.length, (await second).value?.length, (await flow.next()).done]).toEqual([1, 2, true])
})

test('the sender is asked to pause when much waits, and resumed when it is taken', async () => {
  let resumed = 0
  const flow = new ChunkQueue(never)
  const push = () => flow.push(bytes(40_000), () => (resumed += 1))
  expect([push(), push()]).toEqual([true, false])
  await flow.next()
  expect(resumed).toBe(1)
})

test('a failure comes after what arrived before it, once', async () => {
  const flow = new ChunkQueue(never)
  flow.push(bytes(1), never)
  flow.fail(new Error('broken'))
  expect((await flow.next()).done).toBe(false)
  await expect(flow.next()).rejects.toThrow('broken')
  expect((await flow.next()).done).toBe(true)
})

test('leaving early is told once; after the end it is nobody’s business', async () => {
  let left = 0
  const flow = new ChunkQueue(() => (left += 1))
  flow.push(bytes(1), never)
  for await (const _ of flow) break
  await flow.return()
  expect(left).toBe(1)
  const ended = new ChunkQueue(never)
  ended.end()
  await ended.return()
})

test('who waits for a chunk while another leaves waits no longer', async () => {
  const flow = new ChunkQueue(() => flow.fail(new Error('left')))
  const waiting = flow.next()
  await flow.return()
  expect(await waiting).toEqual({ done: true, value: undefined })
  expect((await flow.next()).done).toBe(true)
})
