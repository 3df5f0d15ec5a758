import { expect, test } from 'vitest'
import type { Attachment } from '#shared/schemas/draft'
import { fitsWithoutHistory, measureRequest, toBase64Length } from './request-size'

const megabyte = 1_048_576
const file = (bytes: number): Attachment => ({
  kind: 'file',
  id: '1',
  media: '',
  mimeType: 'video/mp4',
  name: '',
  bytes,
})
const measure = (bytes: number, historyBytes = 0) =>
  measureRequest({ text: '', attachments: [file(bytes)] }, { historyBytes, limitMegabytes: 100 })

test('counts files as Base64, with padding', () => {
  expect([0, 1, 2, 3, 4].map(toBase64Length)).toEqual([0, 4, 4, 4, 8])
})

test('rejects a file under the limit whose Base64 is over it', () => {
  expect([measure(70 * megabyte).isTooLarge, measure(80 * megabyte).isTooLarge]).toEqual([false, true])
  expect([measure(14 * megabyte).isLargeForSome, measure(16 * megabyte).isLargeForSome]).toEqual([
    false,
    true,
  ])
})

test('counts text in bytes, and a URL as the length of its text', () => {
  const attachments: Attachment[] = [{ kind: 'uri', id: '1', uri: 'gs://a/b.mp4', mimeType: 'video/mp4' }]
  expect(measureRequest({ text: 'ü', attachments }, { historyBytes: 0, limitMegabytes: 1 }).bytes).toBe(
    2 + 12 + 100,
  )
})

test('counts the conversation before the prompt, and detects a prompt that alone is too large', () => {
  const sizes = [measure(megabyte, 99 * megabyte), measure(80 * megabyte), measure(megabyte, megabyte)]
  expect(sizes.map((size) => [size.isTooLarge, fitsWithoutHistory(size)])).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ])
})
