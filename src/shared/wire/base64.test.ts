// Checks how Base64 is recognized, and shortened in messages.
import { setFlagsFromString } from 'node:v8'
import { describe, expect, onTestFinished, test } from 'vitest'
import { measureCost } from '../measure-cost.fixture'
import { abbreviateBase64, isBase64 } from './base64'

test('replaces media by their length, and leaves other text unchanged', () => {
  const media = 'iVBOR/w0+'.repeat(40)
  const sentence = `Invalid value at 'contents[0].parts[1].inline_data.data' (TYPE_BYTES): see https://example.com/a/b`
  expect([abbreviateBase64(`Decoding failed for "${media}==".`), abbreviateBase64(sentence)]).toEqual([
    'Decoding failed for "<362 characters of Base64>".',
    sentence,
  ])
})

test('runs below the limit are not slower than words', async () => {
  const costOf = (run: string) => {
    const text = run.repeat(2_048_000 / run.length)
    return measureCost(() => abbreviateBase64(text))
  }
  // A search that rereads the runs from each of their characters would take about sixteen times as long.
  expect((await costOf(`${'a'.repeat(255)} `)) / (await costOf(`${'a'.repeat(15)} `))).toBeLessThan(6)
})

test.each([
  ['iVBOR/w0+', true],
  ['iVBOR_w0-g==', true],
  ['iVBORw0KGg=', true],
  ['', false],
  ['==', false],
  ['iVBOR===', false],
  ['iVB=ORw0', false],
  ['iVB ORw0', false],
  ['data:image/png;base64,iVBORw0', false],
])('%j is Base64: %s', (text, expected) => {
  expect(isBase64(text)).toBe(expected)
})

describe('40 MB', () => {
  const media = Buffer.alloc(30_000_000, 7).toString('base64')

  test('are recognized in a process that no longer optimizes patterns, because it has too many', () => {
    setFlagsFromString('--no-regexp-optimization')
    onTestFinished(() => setFlagsFromString('--regexp-optimization'))
    expect([isBase64(media), isBase64(`${media}=`), isBase64(`${media} `)]).toEqual([true, true, false])
  })

  test('are shortened', () => {
    expect(abbreviateBase64(`Decoding failed for "${media}==", and "${media}".`)).toBe(
      'Decoding failed for "<40000002 characters of Base64>", and "<40000000 characters of Base64>".',
    )
  })
})
