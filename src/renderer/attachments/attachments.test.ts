// Attachments: their size in a request, shrinking, pasting, and the sample audio file.
import { parseBuffer } from 'music-metadata'
import { expect, test } from 'vitest'
import type { Attachment } from '#shared/schemas/chat'
import { prefersFiles } from './DropOverlay'
import { makeSample } from './make-sample'
import { fitWithin } from './ShrinkDialog'
import { fitsWithoutHistory, measureRequest, toBase64Length } from './SizeMeter'

const megabyte = 1_048_576

function measure(bytes: number, historyBytes = 0) {
  const file: Attachment = { kind: 'file', id: '1', media: '', mimeType: 'video/mp4', name: '', bytes }
  return measureRequest({ text: '', attachments: [file] }, { historyBytes, limitMegabytes: 100 })
}

test('a request counts files as Base64, with padding, texts in bytes, and a URL as the length of its text', () => {
  expect([0, 1, 2, 3, 4].map(toBase64Length)).toEqual([0, 4, 4, 4, 8])
  const attachments: Attachment[] = [{ kind: 'uri', id: '1', uri: 'gs://a/b.mp4', mimeType: 'video/mp4' }]
  const { bytes } = measureRequest({ text: 'ü', attachments }, { historyBytes: 0, limitMegabytes: 1 })
  expect(bytes).toBe(2 + 12 + 100)
})

test('a file under the limit whose Base64 is over it is too large', () => {
  expect([70, 80].map((size) => measure(size * megabyte).isTooLarge)).toEqual([false, true])
  expect([14, 16].map((size) => measure(size * megabyte).isLargeForSome)).toEqual([false, true])
})

test('a request counts the conversation before the prompt, and knows if the prompt alone is too large', () => {
  const sizes = [measure(megabyte, 99 * megabyte), measure(80 * megabyte), measure(megabyte, megabyte)]
  expect(sizes.map((size) => [size.isTooLarge, fitsWithoutHistory(size)])).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ])
})

test('a shrunk picture has its longer side limited, keeps its ratio, and is never enlarged or empty', () => {
  const sizeOf = (width: number, height: number, limit: number) =>
    Object.values(fitWithin({ width, height }, limit))
  expect([
    sizeOf(4000, 3000, 2048),
    sizeOf(600, 1200, 1024),
    sizeOf(300, 200, 1024),
    sizeOf(10_000, 1, 1024),
  ]).toEqual([
    [2048, 1536],
    [512, 1024],
    [300, 200],
    [1024, 1],
  ])
})

test('a pasted picture is attached, but text that comes with a picture of itself is pasted', () => {
  const files = [['Files'], ['text/html', 'Files'], ['text/plain', 'Files']]
  expect(files.map(prefersFiles)).toEqual([true, true, true])
  expect([['text/plain', 'text/html', 'text/rtf', 'Files'], ['text/plain']].map(prefersFiles)).toEqual([
    false,
    false,
  ])
})

test('the sample is a readable WAV of five seconds, audible and not clipped', async () => {
  const bytes = new Uint8Array(await makeSample().arrayBuffer())
  const { format } = await parseBuffer(bytes, { mimeType: 'audio/wav' })
  expect(format).toMatchObject({ container: 'WAVE', duration: 5, sampleRate: 16_000, numberOfChannels: 1 })
  const peak = new Int16Array(bytes.slice(44).buffer).reduce((max, each) => Math.max(max, Math.abs(each)), 0)
  expect([peak > 6000, peak < 32_767]).toEqual([true, true])
})
