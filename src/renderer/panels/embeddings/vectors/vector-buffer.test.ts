// Receiving vectors, recognizing them, and the approximate search for neighbors.
import { expect, onTestFinished, test } from 'vitest'
import type { VectorsMessage } from '#shared/vectors/vector-port'
import { startCooperativeTask } from './cooperative-task'
import { squareBetween } from './k-means'
import { findNearPoints } from './near-points'
import { receiveBlock } from './vector-buffer'
import { createRandom, sampleNormal } from './vector-math'

/** `send` sends a message of the application; `received` are the messages it received. */
function openPort(dimensions: number) {
  const { port1: application, port2: page } = new MessageChannel()
  const received: unknown[] = []
  application.onmessage = ({ data }) => received.push(data)
  onTestFinished(() => application.close())
  const block = receiveBlock(page, dimensions)
  block.catch(() => undefined)
  return {
    block,
    received,
    send: (message: VectorsMessage) => application.postMessage(message),
  }
}

test('chunks of vectors are stored in order, and each is acknowledged', async () => {
  const { block, received, send } = openPort(3)
  send({ type: 'size', byteLength: 5 })
  send({ type: 'piece', bytes: Uint8Array.of(1, 2) })
  send({ type: 'piece', bytes: Uint8Array.of(3, 4, 5) })
  const { buffer, whenReceived } = await block
  await whenReceived(5)
  expect([...new Uint8Array(buffer)]).toEqual([1, 2, 3, 4, 5])
  await expect.poll(() => received).toEqual(['taken', 'taken'])
})

test('received bytes are available before the rest, even if it is never received', async () => {
  const { block, send } = openPort(3)
  send({ type: 'size', byteLength: 5 })
  send({ type: 'piece', bytes: Uint8Array.of(1, 2) })
  const { buffer, whenReceived } = await block
  await whenReceived(2)
  expect([...new Uint8Array(buffer)]).toEqual([1, 2, 0, 0, 0])
  const rest = whenReceived(3)
  send({ type: 'failure', code: 'NOT_FOUND', message: 'A vector in this set no longer exists.' })
  await expect(rest).rejects.toMatchObject({ message: 'A vector in this set no longer exists.' })
  await expect(whenReceived(5)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await whenReceived(2)
})

test('vectors that do not fit into memory are rejected with their size', async () => {
  const { block, send } = openPort(3072)
  send({ type: 'size', byteLength: 16 + 200_000 * (4 + 3072 * 4) })
  await expect(block).rejects.toMatchObject({
    code: 'RESOURCE_EXHAUSTED',
    message:
      '200,000 vectors with 3072 dimensions need 2,459 MB. The limit is 2,146 MB. Split the texts into two sets, or use fewer dimensions.',
  })
})

test("vectors that do not exist are rejected with the application's error", async () => {
  const { block, send } = openPort(3)
  send({ type: 'failure', code: 'NOT_FOUND', message: 'Embedding set not found.' })
  await expect(block).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'Embedding set not found.',
  })
})

test('more bytes than announced are rejected', async () => {
  const { block, send } = openPort(3)
  send({ type: 'size', byteLength: 2 })
  send({ type: 'piece', bytes: Uint8Array.of(1, 2, 3) })
  await expect((await block).whenReceived(2)).rejects.toBeInstanceOf(RangeError)
})

const task = startCooperativeTask({
  now: () => 0,
  yieldToMessages: () => Promise.resolve(),
  signal: new AbortController().signal,
  report: () => undefined,
})

function drawPoints(count: number, width: number) {
  const random = createRandom(2)
  return { count, width, values: new Float32Array(count * width).map(() => sampleNormal(random)) }
}

test('nearly all true neighbors of many points are found, in order and with their distances', async () => {
  const points = drawPoints(1500, 6)
  const near = await findNearPoints(points, { k: 10, seed: 1, exactUpTo: 0 }, task)
  let found = 0
  for (let point = 0; point < 100; point++) {
    const all = Array.from({ length: points.count }, (_, at) => at)
      .filter((at) => at !== point)
      .map((at) => ({ at, distance: Math.sqrt(squareBetween(points, point, points, at)) }))
      .sort((a, b) => a.distance - b.distance)
    const true10 = new Set(all.slice(0, 10).map(({ at }) => at))
    const foundIds = [...near.nearest.subarray(point * 10, point * 10 + 10)]
    found += foundIds.filter((at) => true10.has(at)).length
    const distances = [...near.distances.subarray(point * 10, point * 10 + 10)]
    expect(distances).toEqual([...distances].sort((a, b) => a - b))
    expect(distances[0]).toBeCloseTo(
      Math.sqrt(squareBetween(points, point, points, foundIds[0] as number)),
      5,
    )
  }
  expect(found / 1000).toBeGreaterThan(0.85)
})

test('identical points are neighbors of each other, but not of themselves', async () => {
  const points = { count: 600, width: 2, values: new Float32Array(1200).fill(3) }
  const near = await findNearPoints(points, { k: 3, seed: 1, exactUpTo: 0 }, task)
  expect(near.nearest.every((other, at) => other !== Math.floor(at / 3))).toBe(true)
  expect(near.distances.every((distance) => distance === 0)).toBe(true)
})
