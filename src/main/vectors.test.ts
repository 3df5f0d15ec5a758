// Vectors go to the page only as fast as it takes them, and no further than it stays.
import { expect, test } from 'vitest'
import { askForVectors, readVectors } from './page-port.fixture'

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
  return { told, embeddings: { vectors: async () => ({ byteLength: length, pieces: pieces() }) } }
}

const wish = { id: 'coasts', dimensions: 3 }

test('all of them come in their order', async () => {
  const { told, embeddings } = countPieces(200)
  const { byteLength, bytes } = await readVectors(embeddings, wish)
  expect([byteLength, [...new Uint8Array(bytes)], told.hasEnded]).toEqual([
    200,
    Array.from({ length: 200 }, (_, at) => at),
    true,
  ])
})

test('a page that takes nothing is given four, and one more for each that it takes', async () => {
  const { told, embeddings } = countPieces(200)
  const page = askForVectors(embeddings, wish)
  await page.hears(5)
  expect(told.read).toBeLessThanOrEqual(4)
  page.take()
  await page.hears(6)
  page.take()
  await page.hears(7)
  expect([page.news.length, told.read <= 6, told.hasEnded]).toEqual([7, true, false])
  page.leave()
})

test('when the page leaves, nothing more is read', async () => {
  const { told, embeddings } = countPieces(200)
  const page = askForVectors(embeddings, wish)
  await page.hears(5)
  page.leave()
  await expect.poll(() => told.hasEnded).toBe(true)
  expect(told.read).toBeLessThanOrEqual(5)
})

test('what cannot be read is told with a sentence, also in the midst', async () => {
  const { embeddings } = countPieces(2, true)
  const page = askForVectors(embeddings, wish)
  await page.hears(4)
  expect(page.news[3]).toEqual({
    type: 'failure',
    code: 'INTERNAL',
    message: 'The vectors could not be read: the disk is gone.',
  })
  page.leave()
})
