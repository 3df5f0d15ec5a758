// Vectors go to the page only as fast as it takes them, and no further than it stays.
import { expect, test } from 'vitest'
import { readVectors, requestPageVectors } from './page-port.fixture'
import { type PagePort, streamVectors } from './stream-vectors'

/** Pieces of one byte each; counts those that were read, and whether reading has ended. */
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
  const read = async () => ({ byteLength: length, pieces: pieces(), giveBack: () => {} })
  return { told: progress, answer: (port: PagePort) => streamVectors(port, { read }) }
}

const request = { id: 'coasts', dimensions: 3 }

test('all of them come in their order', async () => {
  const { told: progress, answer } = countPieces(200)
  const { byteLength, bytes } = await readVectors(answer, request)
  expect([byteLength, [...new Uint8Array(bytes)], progress.hasEnded]).toEqual([
    200,
    Array.from({ length: 200 }, (_, at) => at),
    true,
  ])
})

test('a page that takes nothing is given eight, and one more for each that it takes', async () => {
  const { told: progress, answer } = countPieces(200)
  const page = requestPageVectors(answer, request)
  await page.waitForMessages(9)
  expect(progress.read).toBeLessThanOrEqual(8)
  page.acknowledge()
  await page.waitForMessages(10)
  page.acknowledge()
  await page.waitForMessages(11)
  expect([page.messages.length, progress.read <= 10, progress.hasEnded]).toEqual([11, true, false])
  page.close()
})

test('when the page leaves, nothing more is read', async () => {
  const { told: progress, answer } = countPieces(200)
  const page = requestPageVectors(answer, request)
  await page.waitForMessages(9)
  page.close()
  await expect.poll(() => progress.hasEnded).toBe(true)
  expect(progress.read).toBeLessThanOrEqual(9)
})

test('what cannot be read is told with a sentence, also in the midst', async () => {
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
