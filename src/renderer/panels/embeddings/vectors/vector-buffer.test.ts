// Vectors are received in chunks into one buffer; too many are rejected before any is received.
import { expect, onTestFinished, test } from 'vitest'
import type { VectorsMessage } from '#shared/vectors/vector-port'
import { receiveBlock } from './vector-buffer'

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

test('stores chunks in order and acknowledges each', async () => {
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

test('rejects vectors that do not fit into memory, with their size', async () => {
  const { block, send } = openPort(3072)
  send({ type: 'size', byteLength: 16 + 200_000 * (4 + 3072 * 4) })
  await expect(block).rejects.toMatchObject({
    code: 'RESOURCE_EXHAUSTED',
    message:
      '200,000 vectors with 3072 dimensions need 2,459 MB. The limit is 2,146 MB. Split the texts into two sets, or use fewer dimensions.',
  })
})

test("rejects with the application's error if there are no vectors", async () => {
  const { block, send } = openPort(3)
  send({ type: 'failure', code: 'NOT_FOUND', message: 'Embedding set not found.' })
  await expect(block).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'Embedding set not found.',
  })
})

test('rejects more bytes than announced', async () => {
  const { block, send } = openPort(3)
  send({ type: 'size', byteLength: 2 })
  send({ type: 'piece', bytes: Uint8Array.of(1, 2, 3) })
  await expect((await block).whenReceived(2)).rejects.toBeInstanceOf(RangeError)
})
