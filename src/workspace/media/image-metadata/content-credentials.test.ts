// Detects Content Credentials by structure, not by their text elsewhere in the file.
import { expect, test } from 'vitest'
import { hasC2pa } from './content-credentials'
import {
  makeAvif,
  makeBox,
  makeJpeg,
  makeManifestStore,
  makePng,
  makeVp8l,
  makeWebp,
  withChunks,
  withSegments,
} from './pictures.fixture'

const store = makeManifestStore()
const other = makeManifestStore('11'.repeat(16))
const packet = (first: number, content: Uint8Array) =>
  Buffer.concat([Buffer.from([0x4a, 0x50, 0, 1, 0, 0, 0, first]), content])
const uuidBox = (identity: string, content: Uint8Array) =>
  makeBox(
    'uuid',
    Buffer.from(identity, 'hex'),
    Buffer.from('\0\0\0\0manifest\0', 'latin1'),
    Buffer.alloc(8),
    content,
  )
const identity = 'd8fec3d61b0e483c92975828877ec481'
const vp8l = ['VP8L', makeVp8l(4, 4)] as const

test.each([
  ['a PNG', withChunks(makePng(4, 4), ['caBX', store])],
  ['a JPEG', withSegments(makeJpeg(4, 4), [0xeb, packet(1, store)])],
  [
    'a JPEG with a store of several packets',
    withSegments(makeJpeg(4, 4), [0xeb, packet(1, store.subarray(0, 60))], [0xeb, packet(2, store)]),
  ],
  ['a WebP', makeWebp(vp8l, ['C2PA', store])],
  ['an AVIF', Buffer.concat([makeAvif(4, 4), uuidBox(identity, store)])],
])('%s with a manifest store has credentials', (_, bytes) => {
  expect(hasC2pa(bytes)).toBe(true)
})

const markers = Buffer.from('caBX jumb jumd c2pa C2PA')

test.each([
  ['a PNG without', makePng(4, 4)],
  ['a PNG that only mentions it', withChunks(makePng(4, 4), ['tEXt', Buffer.concat([markers, store])])],
  ['a PNG with another JUMBF', withChunks(makePng(4, 4), ['caBX', other])],
  ['a PNG with an empty chunk', withChunks(makePng(4, 4), ['caBX', Buffer.alloc(0)])],
  ['a PNG that is truncated', withChunks(makePng(4, 4), ['caBX', store]).subarray(0, 60)],
  [
    'a JPEG that only mentions it',
    withSegments(makeJpeg(4, 4), [0xfe, Buffer.concat([markers, packet(1, store)])]),
  ],
  ['a JPEG with another JUMBF', withSegments(makeJpeg(4, 4), [0xeb, packet(1, other)])],
  ['a JPEG with the store after its pixels', Buffer.concat([makeJpeg(4, 4), packet(1, store)])],
  ['a WebP that only mentions it', makeWebp(vp8l, ['EXIF', store])],
  ['an AVIF with another box', Buffer.concat([makeAvif(4, 4), uuidBox('00'.repeat(16), store)])],
  ['a text', Buffer.concat([markers, store])],
  ['a box that never ends', Buffer.concat([makeAvif(4, 4), Buffer.alloc(64)])],
])('%s has no credentials', (_, bytes) => {
  expect(hasC2pa(bytes)).toBe(false)
})

test('a file of empty parts ends the search', () => {
  const chunks = Buffer.concat([makePng(1, 1).subarray(0, 8), Buffer.alloc(3_000_000)])
  const segments = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(3_000_000, 0xff)])
  expect([hasC2pa(chunks), hasC2pa(segments)]).toEqual([false, false])
})
