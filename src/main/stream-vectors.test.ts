// Checks that vectors are read only as fast as the page acknowledges them, until it closes.
import { expect, test } from 'vitest'
import { requestPageVectors } from './page-port.fixture'
import { type PagePort, streamVectors } from './stream-vectors'

/** Serves chunks of one byte; counts those that were read, and records the end of reading. */
function countPieces(length: number, fails = false) {
  const progress = { read: 0, hasEnded: false }
  async function* pieces() {
    try {
      for (; progress.read < length; progress.read += 1) yield Uint8Array.of(progress.read)
      if (fails) throw new Error('the disk is gone')
    } finally {
      progress.hasEnded = true
    }
  }
  const read = async () => ({ byteLength: length, chunks: pieces(), release: () => {} })
  return { progress, answer: (port: PagePort) => streamVectors(port, { read }) }
}

const request = { id: 'coasts', dimensions: 3 }

test('sends eight chunks, and one more for each that the page acknowledges, until the page closes', async () => {
  const { progress, answer } = countPieces(200)
  const page = requestPageVectors(answer, request)
  await page.waitForMessages(9)
  expect(progress.read).toBeLessThanOrEqual(8)
  page.acknowledge()
  await page.waitForMessages(10)
  page.acknowledge()
  await page.waitForMessages(11)
  expect([page.messages.length, progress.read <= 10, progress.hasEnded]).toEqual([11, true, false])
  page.close()
  await expect.poll(() => progress.hasEnded).toBe(true)
  expect(progress.read).toBeLessThanOrEqual(11)
})

test('reports a read error with a message, even after some chunks', async () => {
  const { answer } = countPieces(2, true)
  const page = requestPageVectors(answer, request)
  await page.waitForMessages(4)
  expect(page.messages[3]).toEqual({
    type: 'failure',
    code: 'INTERNAL',
    message: 'Couldn’t read the vectors: the disk is gone.',
  })
  page.close()
})
