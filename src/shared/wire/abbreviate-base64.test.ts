// Checks how Base64 is shortened in messages.
import { expect, test } from 'vitest'
import { abbreviateBase64 } from './abbreviate-base64'

test('replaces media by their length, and leaves other text unchanged', () => {
  const media = 'iVBOR/w0+'.repeat(40)
  const sentence = `Invalid value at 'contents[0].parts[1].inline_data.data' (TYPE_BYTES): see https://example.com/a/b`
  expect([abbreviateBase64(`Decoding failed for "${media}==".`), abbreviateBase64(sentence)]).toEqual([
    'Decoding failed for "<362 characters of Base64>".',
    sentence,
  ])
})

test('short runs are not slower than a long one', () => {
  const cost = (text: string): number => {
    const costs = [0, 1, 2].map(() => {
      const before = performance.now()
      abbreviateBase64(text)
      return performance.now() - before
    })
    return Math.min(...costs)
  }
  const [short, plain] = [cost(`${'a'.repeat(255)} `.repeat(8000)), cost('a'.repeat(2_048_000))]
  // A search that rereads short runs from each of their characters would take about twenty times as long.
  expect(short / plain).toBeLessThan(6)
})
