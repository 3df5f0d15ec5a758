// Sizes of images, and sizes and lengths of videos, from their headers; never an error.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testVideo } from '#gateway/testing/fake-vendor/test-video.fixture'
import { makeFolder } from '../workspace.fixture'
import {
  makeAvif,
  makeBox,
  makeJpeg,
  makePng,
  makeVp8l,
  makeWebp,
  withSegments,
} from './image-metadata/pictures.fixture'
import { measureImage, measureVideo } from './measure-media'

function makeExif(orientation: number): Buffer {
  const tiff = Buffer.from('II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\0\0\0\0\0\0\0\0', 'latin1')
  tiff[18] = orientation
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
}

function makeTiff(width: number, height: number): Buffer {
  const tiff = Buffer.alloc(8 + 100 + 2 + 24 + 4)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(108, 4)
  tiff.writeUInt16BE(2, 108)
  const entries: readonly (readonly [number, number])[] = [
    [256, width],
    [257, height],
  ]
  entries.forEach(([tag, value], index) => {
    const at = 110 + index * 12
    tiff.writeUInt16BE(tag, at)
    tiff.writeUInt16BE(3, at + 2)
    tiff.writeUInt32BE(1, at + 4)
    tiff.writeUInt16BE(value, at + 8)
  })
  return tiff
}

const size = { width: 40, height: 30 }
const rotated = { width: 30, height: 40 }

test.each([
  ['a PNG', makePng(40, 30), size],
  ['a JPEG', makeJpeg(40, 30), size],
  ['a JPEG rotated by 90°', withSegments(makeJpeg(40, 30), [0xe1, makeExif(6)]), rotated],
  ['a JPEG rotated by 180°', withSegments(makeJpeg(40, 30), [0xe1, makeExif(3)]), size],
  [
    'a JPEG with long segments before its frame',
    withSegments(makeJpeg(40, 30), ...Array(40).fill([0xe2, Buffer.alloc(65_000)])),
    size,
  ],
  ['a lossless WebP', makeWebp(['VP8L', makeVp8l(40, 30)]), size],
  ['an extended WebP', makeWebp(['VP8X', Buffer.from([0, 0, 0, 0, 39, 0, 0, 29, 0, 0])]), size],
  ['a GIF', Buffer.from('GIF89a\x28\0\x1e\0', 'latin1'), size],
  ['a TIFF', makeTiff(40, 30), size],
  ['an AVIF', makeAvif(40, 30), size],
  ['an AVIF with a quarter turn', makeAvif(40, 30, 1), rotated],
  ['an AVIF with a half turn', makeAvif(40, 30, 2), size],
])('%s has the size as shown', (_, bytes, expected) => {
  expect(measureImage(bytes)).toEqual(expected)
})

test('a truncated image is measured by its header, and one without a complete header not at all', () => {
  const png = makePng(40, 30)
  const measured = [60, 23, 20].map((length) => measureImage(png.subarray(0, length)))
  expect(measured).toEqual([size, null, null])
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['no image', Buffer.from('GET / HTTP/1.1')],
  ['an image without pixels', makePng(40, 30).fill(0, 16, 24)],
  ['an SVG', Buffer.from('<svg width="10" height="10"></svg>')],
  ['a JPEG whose segment claims too much', withSegments(makeJpeg(40, 30)).fill(0xff, 4, 6)],
  ['a JPEG whose segment claims nothing', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xc0])],
  ['a TIFF whose directory is out of range', makeTiff(40, 30).fill(0xff, 4, 8)],
  ['an AVIF whose box claims 4 GB', makeAvif(40, 30).fill(0xff, 24, 28)],
  ['an AVIF whose box claims nothing', makeAvif(40, 30).fill(0, 24, 27).fill(4, 27, 28)],
])('%s returns null without an error', (_, bytes) => {
  expect(measureImage(bytes)).toBeNull()
})

const heads = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF8', 'RIFF\0\0\0\0WEBP', 'II*\0', '\0\0\0\x18ftypavif']

test('noise after the signature of an image causes no error', () => {
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 2000 }), (head, noise) => {
      expect(() => measureImage(Buffer.concat([Buffer.from(head, 'latin1'), noise]))).not.toThrow()
    }),
  )
})

test('hundreds of thousands of boxes are searched only once', () => {
  const many = Buffer.concat(Array<Buffer>(200_000).fill(makeBox('ispe', Buffer.alloc(12))))
  const header = makeBox('ftyp', Buffer.from('avif\0\0\0\0avifmif1', 'latin1'))
  const meta = makeBox('meta', Buffer.alloc(4), makeBox('iprp', makeBox('ipco', many)))
  expect(measureImage(Buffer.concat([header, meta]))).toBeNull()
})

test('reads the size and length of a video; other files and truncated ones return nulls', async () => {
  const folder = makeFolder()
  const measure = (name: string, bytes: Uint8Array) => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return measureVideo(path)
  }
  const nothing = { width: null, height: null, seconds: null }
  expect([
    await measure('whole.mp4', testVideo),
    await measure('cut.mp4', testVideo.subarray(0, 40)),
    await measure('text.mp4', Buffer.from('no video')),
    await measureVideo(join(folder, 'none.mp4')),
  ]).toEqual([{ width: 64, height: 36, seconds: expect.closeTo(1, 1) }, nothing, nothing, nothing])
})
