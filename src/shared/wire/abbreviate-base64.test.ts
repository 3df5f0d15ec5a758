// What of Base64 in a sentence people are shown.
import { expect, test } from 'vitest'
import { abbreviateBase64 } from './abbreviate-base64'

test('a run that is media becomes its length, and a sentence stays as it is', () => {
  const media = 'iVBOR/w0+'.repeat(40)
  const sentence = `Invalid value at 'contents[0].parts[1].inline_data.data' (TYPE_BYTES): see https://example.com/a/b`
  expect([abbreviateBase64(`Decoding failed for "${media}==".`), abbreviateBase64(sentence)]).toEqual([
    'Decoding failed for "<362 characters of Base64>".',
    sentence,
  ])
})

test('runs that are too short cost no more than a run that is not', () => {
  const cost = (text: string): number => {
    const costs = [0, 1, 2].map(() => {
      const before = performance.now()
      abbreviateBase64(text)
      return performance.now() - before
    })
    return Math.min(...costs)
  }
  const [short, plain] = [cost(`${'a'.repeat(255)} `.repeat(8000)), cost('a'.repeat(2_048_000))]
  // A search that reads each short run again from each of its letters takes some twenty times as long.
  expect(short / plain).toBeLessThan(6)
})
