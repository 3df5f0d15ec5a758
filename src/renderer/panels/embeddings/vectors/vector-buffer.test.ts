// Vectors are received in chunks into one buffer; too many are rejected before any is received.
import { expect, onTestFinished, test } from 'vitest'
import type { VectorsMessage } from '#shared/vectors/vector-port'
import { receiveBlock } from './vector-buffer'

/** `says` is what the application says; `heard` is what it is told. */
function openPort(dimensions: number) {
  const { port1: application, port2: page } = new MessageChannel()
  const heard: unknown[] = []
  application.onmessage = ({ data }) => heard.push(data)
  onTestFinished(() => application.close())
  const taking = receiveBlock(page, dimensions)
  taking.catch(() => undefined)
  return { taking, heard, says: (news: VectorsMessage) => application.postMessage(news) }
}

test('stores chunks in order and acknowledges each', async () => {
  const { taking, heard, says } = openPort(3)
  says({ type: 'size', byteLength: 5 })
  says({ type: 'piece', bytes: Uint8Array.of(1, 2) })
  says({ type: 'piece', bytes: Uint8Array.of(3, 4, 5) })
  const { room, reach } = await taking
  await reach(5)
  expect([...new Uint8Array(room)]).toEqual([1, 2, 3, 4, 5])
  await expect.poll(() => heard).toEqual(['taken', 'taken'])
})

test('received bytes are available before the rest, also if that never arrives', async () => {
  const { taking, says } = openPort(3)
  says({ type: 'size', byteLength: 5 })
  says({ type: 'piece', bytes: Uint8Array.of(1, 2) })
  const { room, reach } = await taking
  await reach(2)
  expect([...new Uint8Array(room)]).toEqual([1, 2, 0, 0, 0])
  const rest = reach(3)
  says({ type: 'failure', code: 'NOT_FOUND', message: 'A vector in this set no longer exists.' })
  await expect(rest).rejects.toMatchObject({ message: 'A vector in this set no longer exists.' })
  await expect(reach(5)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await reach(2)
})

test('rejects what does not fit into memory, with its size', async () => {
  const { taking, says } = openPort(3072)
  says({ type: 'size', byteLength: 16 + 200_000 * (4 + 3072 * 4) })
  await expect(taking).rejects.toMatchObject({
    code: 'RESOURCE_EXHAUSTED',
    message:
      '200,000 vectors with 3,072 dimensions need 2,459 MB. The limit is 2,146 MB. Split the texts into two sets, or use fewer dimensions.',
  })
})

test('passes on the reason if there are no vectors', async () => {
  const { taking, says } = openPort(3)
  says({ type: 'failure', code: 'NOT_FOUND', message: 'Embedding set not found.' })
  await expect(taking).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'Embedding set not found.',
  })
})

test('rejects more bytes than announced', async () => {
  const { taking, says } = openPort(3)
  says({ type: 'size', byteLength: 2 })
  says({ type: 'piece', bytes: Uint8Array.of(1, 2, 3) })
  await expect((await taking).reach(2)).rejects.toBeInstanceOf(RangeError)
})
