// Generation metadata inside images: reads back completely, and leaves the rest of the file unchanged.
import { createHash } from 'node:crypto'
import { decode } from 'jpeg-js'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { measureCost } from '#shared/measure-cost.fixture'
import { measureImage } from '../measure-media'
import { embedPrompt, readEmbedded } from './embedded-metadata'
import { hasC2pa } from './has-c2pa'
import { readSegments } from './jpeg'
import {
  makeAvif,
  makeJpeg,
  makeManifestStore,
  makePng,
  makeVp8l,
  makeWebp,
  sampleMetadata,
  withChunks,
  withSegments,
} from './pictures.fixture'
import { readChunks } from './png'
import { readRiffChunks } from './webp'

const long = { ...sampleMetadata, prompt: 'A very long story 🦊. '.repeat(20_000) }
const later = { ...sampleMetadata, prompt: 'Another one.' }
const otherXmp = Buffer.from('<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Another"></x:xmpmeta>')
const pngXmp = (packet: Uint8Array) =>
  Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1'), packet])
const jpegXmp = (packet: Uint8Array) =>
  Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1'), packet])
const store = makeManifestStore()
const jumbf = Buffer.concat([Buffer.from([0x4a, 0x50, 0, 1, 0, 0, 0, 1]), store])
const extended = Buffer.from([0x08, 0, 0, 0, 39, 0, 0, 29, 0, 0])

const pictures = {
  'a PNG': makePng(40, 30),
  'a PNG with credentials, XMP and more behind its end': Buffer.concat([
    withChunks(
      makePng(40, 30),
      ['caBX', store],
      ['iTXt', pngXmp(otherXmp)],
      ['tEXt', Buffer.from('parameters\0a fox')],
    ),
    Buffer.from('behind'),
  ]),
  'a JPEG': makeJpeg(40, 30),
  'a JPEG with credentials and XMP': withSegments(makeJpeg(40, 30), [0xe1, jpegXmp(otherXmp)], [0xeb, jumbf]),
  'a lossy WebP': makeWebp(['VP8 ', Buffer.from('\x30\x01\0\x9d\x01\x2a\x28\0\x1e\0pixels', 'latin1')]),
  'a lossless WebP': makeWebp(['VP8L', makeVp8l(40, 30, true)]),
  'an extended WebP with credentials and XMP': makeWebp(
    ['VP8X', extended],
    ['VP8L', makeVp8l(40, 30)],
    ['EXIF', Buffer.from('odd')],
    ['XMP ', otherXmp],
    ['C2PA', store],
  ),
}
const all = Object.entries(pictures)

test.each(all)(
  '%s returns the one metadata record that was added last, whatever its characters and length',
  (_, bytes) => {
    expect(readEmbedded(bytes)).toBeNull()
    const copies = [sampleMetadata, long].map((metadata) => embedPrompt(bytes, metadata))
    expect(copies.map(readEmbedded)).toEqual([sampleMetadata, long])
    const once = embedPrompt(bytes, later)
    expect(copies.map((copy) => Buffer.from(embedPrompt(copy, later)).equals(once))).toEqual([true, true])
    expect(readEmbedded(once)).toEqual(later)
  },
)

test.each(all)('%s is unchanged except for what is added', (_, bytes) => {
  const before = createHash('sha256').update(bytes).digest('hex')
  const copy = embedPrompt(bytes, long)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(before)
  expect([measureImage(copy), hasC2pa(copy)]).toEqual([{ width: 40, height: 30 }, hasC2pa(bytes)])
  expect(partsOf(copy).filter((part) => !isAdded(part))).toEqual(partsOf(bytes).filter(isNotHeader))
})

/** Type and content of everything in the file, in order. */
function partsOf(bytes: Uint8Array): readonly (readonly [string, string])[] {
  const hex = (data: Uint8Array) => Buffer.from(data).toString('latin1')
  const segments = [...readSegments(bytes)]
  const last = segments.at(-1)
  if (last) {
    return [
      ...segments.map(({ marker, data }) => [marker.toString(16), hex(data)] as const),
      ['behind', hex(bytes.subarray(last.end))],
    ]
  }
  const chunks = bytes[0] === 0x89 ? [...readChunks(bytes)] : [...readRiffChunks(bytes)]
  const end = chunks.at(-1)?.end ?? 0
  return [...chunks.map(({ type, data }) => [type, hex(data)] as const), ['behind', hex(bytes.subarray(end))]]
}

function isAdded([type, content]: readonly [string, string]): boolean {
  return /^(iTXt|e1|XMP )$/.test(type)
    ? /gen-playground|xmp\/extension|x:xmptk="Gen/.test(content)
    : type === 'VP8X'
}

/** The header of an extended WebP lists its chunks, so it changes. */
function isNotHeader([type]: readonly [string, string]): boolean {
  return type !== 'VP8X'
}

test('real decoders read the copies and return the same pixels', () => {
  const png = PNG.sync.read(Buffer.from(embedPrompt(pictures['a PNG'], long)))
  const jpeg = decode(embedPrompt(pictures['a JPEG'], long))
  expect(png.data.equals(PNG.sync.read(pictures['a PNG']).data)).toBe(true)
  expect(Buffer.from(jpeg.data).equals(Buffer.from(decode(pictures['a JPEG']).data))).toBe(true)
})

test('the header of a WebP lists its chunks, and its credentials stay last', () => {
  const bytes = embedPrompt(pictures['an extended WebP with credentials and XMP'], sampleMetadata)
  const [header] = readRiffChunks(bytes)
  expect([...(header?.data ?? [])]).toEqual([0x0c, 0, 0, 0, 39, 0, 0, 29, 0, 0])
  const types = partsOf(bytes).map(([type]) => type)
  expect(types).toEqual(['VP8X', 'VP8L', 'EXIF', 'XMP ', 'XMP ', 'C2PA', 'behind'])
})

/** From Chromium's encoder, 7 × 5 pixels; Chromium shows the copies with the same pixels. */
const encoded = {
  lossy:
    'UklGRkYAAABXRUJQVlA4IDoAAADwAQCdASoHAAUAAsBMJbACdLoAAwkG/UgA/vG1LHNErwpAAIKJ0fXtXKca7eM7rxAfo6PN9hiQAAAA',
  lossless:
    'UklGRlAAAABXRUJQVlA4TEQAAAAvBgABABdhmI2k0xiNvg72gA9hPKZl/qswDiGEGwDA5n0ABgEAlo3NtnVG9D8AVb7MGzId6noQN7HtFwub+vmIdHlcPw==',
  transparent:
    'UklGRlQAAABXRUJQVlA4TEcAAAAvBgABEBdhpm2bUqqvjj+5QRiP0RIQFD1nehXiAAVcAQAs7wMwCACwbGy2rTOi/wGo8mXekOlQ14O4iW2/WNjUz0eky+P6AQA=',
}

test.each([
  ['lossy', 0x04],
  ['lossless', 0x04],
  ['transparent', 0x14],
] as const)('a %s WebP as encoders write it becomes an extended one with the same pixels', (kind, flags) => {
  const bytes = Buffer.from(encoded[kind], 'base64')
  const copy = embedPrompt(bytes, sampleMetadata)
  const [header, pixels, xmp, ...rest] = [...readRiffChunks(copy)]
  const [original] = [...readRiffChunks(bytes)]
  expect([header?.type, [...(header?.data ?? [])]]).toEqual(['VP8X', [flags, 0, 0, 0, 6, 0, 0, 4, 0, 0]])
  expect([pixels?.type, pixels?.data, xmp?.type, rest]).toEqual([original?.type, original?.data, 'XMP ', []])
  expect([measureImage(copy), readEmbedded(copy)]).toEqual([{ width: 7, height: 5 }, sampleMetadata])
})

const apiError = (code: string, message: RegExp) => ({ code, message: expect.stringMatching(message) })
const damaged = (kind: string) => apiError('INVALID_ARGUMENT', new RegExp(`This ${kind} is damaged`))

test.each([
  ['an AVIF', makeAvif(4, 4), apiError('UNSUPPORTED_MEDIA_TYPE', /PNG, JPEG, and WebP.* image\/avif/)],
  ['a text', Buffer.from('no picture'), apiError('UNSUPPORTED_MEDIA_TYPE', /octet-stream/)],
  ['a PNG that breaks off', makePng(40, 30).subarray(0, 80), damaged('PNG')],
  ['a JPEG that breaks off', makeJpeg(40, 30).subarray(0, 80), damaged('JPEG')],
  ['a WebP that breaks off', makeWebp(['VP8L', makeVp8l(4, 4)]).subarray(0, 20), damaged('WebP')],
])('%s is rejected with a message', (_, bytes, error) => {
  expect(() => embedPrompt(bytes, sampleMetadata)).toThrow(expect.objectContaining(error))
})

test('reads a packet that another program has rewritten', () => {
  const json = JSON.stringify(later).replaceAll('"', '&#34;')
  const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description xmlns:ns1='urn:gen-playground:making:1' ns1:making="${json}"/></x:xmpmeta>`
  expect(readEmbedded(withChunks(makePng(4, 4), ['iTXt', pngXmp(Buffer.from(packet))]))).toEqual(later)
})

const name = 'A'.repeat(32)
const extensionPiece = (offset: number) => {
  const content = Buffer.from(
    `http://ns.adobe.com/xmp/extension/\0${name}\xff\xff\xff\xff\0\0\0\0rest`,
    'latin1',
  )
  content.writeUInt32BE(offset, content.length - 8)
  return content
}
const mainPacket = jpegXmp(Buffer.from(`<xmpNote:HasExtendedXMP>${name}</xmpNote:HasExtendedXMP>`))
const metadataText = (json: string) => Buffer.from(`gen-playground\0\0\0\0\0${json}`)

test.each([
  [
    'extensions that claim 4 GB',
    withSegments(
      makeJpeg(4, 4),
      [0xe1, mainPacket],
      [0xe1, extensionPiece(0)],
      [0xe1, extensionPiece(4_000_000_000)],
    ),
  ],
  [
    'an extension that repeats itself',
    withSegments(makeJpeg(4, 4), [0xe1, mainPacket], [0xe1, extensionPiece(0)], [0xe1, extensionPiece(0)]),
  ],
  [
    'an extension of other bytes than its name',
    withSegments(makeJpeg(4, 4), [0xe1, mainPacket], [0xe1, extensionPiece(0)]),
  ],
  ['metadata of another shape', withChunks(makePng(4, 4), ['iTXt', metadataText('{"version":1}')])],
  ['metadata that is not JSON', withChunks(makePng(4, 4), ['iTXt', metadataText('{"version"')])],
  ['a text without an end', withChunks(makePng(4, 4), ['iTXt', Buffer.from('gen-playground\0\0\0')])],
  [
    'a compressed text',
    withChunks(makePng(4, 4), ['iTXt', Buffer.from('gen-playground\0\x01\0\0\0\x78\x9c')]),
  ],
  ['nested lists', withChunks(makePng(4, 4), ['iTXt', metadataText('['.repeat(2_000_000))])],
  ['a chunk that claims 4 GB', withChunks(makePng(4, 4), ['iTXt', metadataText('')]).fill(0xff, 33, 37)],
  ['a text that is too long', withChunks(makePng(4, 4), ['iTXt', metadataText(' '.repeat(20_000_000))])],
  [
    'endless entities',
    withChunks(makePng(4, 4), [
      'iTXt',
      pngXmp(Buffer.from(`xmlns:a="urn:gen-playground:making:1" a:making="${'&#x'.repeat(1_000_000)}"`)),
    ]),
  ],
])('%s return null without an error', (_, bytes) => {
  expect(readEmbedded(bytes)).toBeNull()
})

test('a long extension that hundreds of packets name is read once', async () => {
  const jpeg = makeJpeg(4, 4)
  const long = { ...sampleMetadata, prompt: 'x'.repeat(4_000_000) }
  const jpegWithMetadata = Buffer.from(embedPrompt(jpeg, long))
  const [packet] = [...readSegments(jpegWithMetadata)].filter(({ marker }) => marker === 0xe1)
  const hostile = withSegments(
    jpegWithMetadata,
    ...Array.from({ length: 400 }, () => [0xe1, packet?.data ?? Buffer.of()] as const),
  )
  const costOf = (bytes: Uint8Array) => measureCost(() => readEmbedded(bytes), 3)
  expect((await costOf(hostile)) / (await costOf(jpegWithMetadata))).toBeLessThan(40)
})
