// Vectors go to the page only as fast as it takes them, and no further than it stays.
import { expect, test } from 'vitest'
import { readVectors, requestPageVectors } from './page-port.fixture'
import { type PagePort, streamVectors } from './stream-vectors'

/** Pieces of one byte each; counts those that were read, and whether reading has ended. */
function countPieces(length: number, fails = false) {
  const told = { read: 0, hasEnded: false }
  async function* pieces() {
    try {
      for (; told.read < length; told.read += 1) yield Uint8Array.of(told.read)
      if (fails) throw new Error('the disk is gone')
    } finally {
      told.hasEnded = true
    }
  }
  const read = async () => ({ byteLength: length, chunks: pieces(), release: () => {} })
  return { told, answer: (port: PagePort) => streamVectors(port, { read }) }
}

const wish = { id: 'coasts', dimensions: 3 }

test('all of them come in their order', async () => {
  const { told, answer } = countPieces(200)
  const { byteLength, bytes } = await readVectors(answer, wish)
  expect([byteLength, [...new Uint8Array(bytes)], told.hasEnded]).toEqual([
    200,
    Array.from({ length: 200 }, (_, at) => at),
    true,
  ])
})

test('a page that takes nothing is given eight, and one more for each that it takes', async () => {
  const { told, answer } = countPieces(200)
  const page = requestPageVectors(answer, wish)
  await page.hears(9)
  expect(told.read).toBeLessThanOrEqual(8)
  page.take()
  await page.hears(10)
  page.take()
  await page.hears(11)
  expect([page.news.length, told.read <= 10, told.hasEnded]).toEqual([11, true, false])
  page.leave()
})

test('when the page leaves, nothing more is read', async () => {
  const { told, answer } = countPieces(200)
  const page = requestPageVectors(answer, wish)
  await page.hears(9)
  page.leave()
  await expect.poll(() => told.hasEnded).toBe(true)
  expect(told.read).toBeLessThanOrEqual(9)
})

test('what cannot be read is told with a sentence, also in the midst', async () => {
  const { answer } = countPieces(2, true)
  const page = requestPageVectors(answer, wish)
  await page.hears(4)
  expect(page.news[3]).toEqual({
    type: 'failure',
    code: 'INTERNAL',
    message: 'Couldn’t read the vectors: the disk is gone.',
  })
  page.leave()
})
