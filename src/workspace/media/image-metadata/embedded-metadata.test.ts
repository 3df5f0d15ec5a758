// Makings inside pictures: read back whole, with the rest of the file as it was.
import { createHash } from 'node:crypto'
import { decode } from 'jpeg-js'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { measurePicture } from '../measure-media'
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
const foreignXmp = Buffer.from('<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Another"></x:xmpmeta>')
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
      ['iTXt', pngXmp(foreignXmp)],
      ['tEXt', Buffer.from('parameters\0a fox')],
    ),
    Buffer.from('behind'),
  ]),
  'a JPEG': makeJpeg(40, 30),
  'a JPEG with credentials and XMP': withSegments(
    makeJpeg(40, 30),
    [0xe1, jpegXmp(foreignXmp)],
    [0xeb, jumbf],
  ),
  'a lossy WebP': makeWebp(['VP8 ', Buffer.from('\x30\x01\0\x9d\x01\x2a\x28\0\x1e\0pixels', 'latin1')]),
  'a lossless WebP': makeWebp(['VP8L', makeVp8l(40, 30, true)]),
  'an extended WebP with credentials and XMP': makeWebp(
    ['VP8X', extended],
    ['VP8L', makeVp8l(40, 30)],
    ['EXIF', Buffer.from('odd')],
    ['XMP ', foreignXmp],
    ['C2PA', store],
  ),
}
const all = Object.entries(pictures)

test.each(all)('%s brings its making back, whatever letters it has and however long it is', (_, bytes) => {
  expect([sampleMetadata, long].map((one) => readEmbedded(embedPrompt(bytes, one)))).toEqual([
    sampleMetadata,
    long,
  ])
})

test.each(all)('%s stays as it was but for what is put in', (_, bytes) => {
  const before = createHash('sha256').update(bytes).digest('hex')
  const copy = embedPrompt(bytes, long)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(before)
  expect([measurePicture(copy), hasC2pa(copy)]).toEqual([{ width: 40, height: 30 }, hasC2pa(bytes)])
  expect(partsOf(copy).filter((part) => !isAdded(part))).toEqual(partsOf(bytes).filter(isNoHead))
})

test.each(all)('%s holds one making at the most: a later one replaces it', (_, bytes) => {
  const once = embedPrompt(bytes, later)
  const twice = embedPrompt(embedPrompt(bytes, long), later)
  expect(Buffer.from(twice).equals(once)).toBe(true)
  expect(readEmbedded(twice)).toEqual(later)
})

test.each(all)('%s without one tells none', (_, bytes) => {
  expect(readEmbedded(bytes)).toBeNull()
})

/** Everything in the file, in its order: type and content. */
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

/** The head of an extended WebP says what is in it. */
function isNoHead([type]: readonly [string, string]): boolean {
  return type !== 'VP8X'
}

test('real decoders read the copies, and see the same pixels', () => {
  const png = PNG.sync.read(Buffer.from(embedPrompt(pictures['a PNG'], long)))
  const jpeg = decode(embedPrompt(pictures['a JPEG'], long))
  expect(png.data.equals(PNG.sync.read(pictures['a PNG']).data)).toBe(true)
  expect(Buffer.from(jpeg.data).equals(Buffer.from(decode(pictures['a JPEG']).data))).toBe(true)
})

test('the head of a WebP announces what is in it', () => {
  const head = (bytes: Uint8Array) => [
    ...(readRiffChunks(embedPrompt(bytes, sampleMetadata)).next().value?.data ?? []),
  ]
  expect([
    head(pictures['a lossless WebP']),
    head(pictures['an extended WebP with credentials and XMP']),
  ]).toEqual([
    [0x14, 0, 0, 0, 39, 0, 0, 29, 0, 0],
    [0x0c, 0, 0, 0, 39, 0, 0, 29, 0, 0],
  ])
})

/** Of Chromium's encoder, 7 × 5 pixels: what is made of them it shows with the same pixels. */
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
] as const)('a %s WebP as encoders write it becomes an extended one of the same pixels', (kind, flags) => {
  const bytes = Buffer.from(encoded[kind], 'base64')
  const copy = embedPrompt(bytes, sampleMetadata)
  const [head, pixels, xmp, ...rest] = [...readRiffChunks(copy)]
  const [own] = [...readRiffChunks(bytes)]
  expect([head?.type, [...(head?.data ?? [])]]).toEqual(['VP8X', [flags, 0, 0, 0, 6, 0, 0, 4, 0, 0]])
  expect([pixels?.type, pixels?.data, xmp?.type, rest]).toEqual([own?.type, own?.data, 'XMP ', []])
  expect([measurePicture(copy), readEmbedded(copy)]).toEqual([{ width: 7, height: 5 }, sampleMetadata])
})

test('credentials stay the last of a WebP', () => {
  const parts = partsOf(embedPrompt(pictures['an extended WebP with credentials and XMP'], sampleMetadata))
  expect(parts.map(([type]) => type)).toEqual(['VP8X', 'VP8L', 'EXIF', 'XMP ', 'XMP ', 'C2PA', 'behind'])
})

const refusal = (code: string, message: RegExp) => ({ code, message: expect.stringMatching(message) })
const damaged = (kind: string) => refusal('INVALID_ARGUMENT', new RegExp(`This ${kind} is damaged`))

test.each([
  ['an AVIF', makeAvif(4, 4), refusal('UNSUPPORTED_MEDIA_TYPE', /PNG, JPEG, and WebP.* image\/avif/)],
  ['a text', Buffer.from('no picture'), refusal('UNSUPPORTED_MEDIA_TYPE', /octet-stream/)],
  ['a PNG that breaks off', makePng(40, 30).subarray(0, 80), damaged('PNG')],
  ['a JPEG that breaks off', makeJpeg(40, 30).subarray(0, 80), damaged('JPEG')],
  ['a WebP that breaks off', makeWebp(['VP8L', makeVp8l(4, 4)]).subarray(0, 20), damaged('WebP')],
])('%s is refused with a sentence', (_, bytes, error) => {
  expect(() => embedPrompt(bytes, sampleMetadata)).toThrow(expect.objectContaining(error))
})

test('a packet that another program has written anew is read', () => {
  const json = JSON.stringify(later).replaceAll('"', '&#34;')
  const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description xmlns:ns1='urn:gen-playground:making:1' ns1:making="${json}"/></x:xmpmeta>`
  expect(readEmbedded(withChunks(makePng(4, 4), ['iTXt', pngXmp(Buffer.from(packet))]))).toEqual(later)
})

const name = 'A'.repeat(32)
const piece = (offset: number) => {
  const content = Buffer.from(
    `http://ns.adobe.com/xmp/extension/\0${name}\xff\xff\xff\xff\0\0\0\0rest`,
    'latin1',
  )
  content.writeUInt32BE(offset, content.length - 8)
  return content
}
const naming = jpegXmp(Buffer.from(`<xmpNote:HasExtendedXMP>${name}</xmpNote:HasExtendedXMP>`))
const ownText = (json: string) => Buffer.from(`gen-playground\0\0\0\0\0${json}`)

test.each([
  [
    'extensions that claim 4 GB',
    withSegments(makeJpeg(4, 4), [0xe1, naming], [0xe1, piece(0)], [0xe1, piece(4_000_000_000)]),
  ],
  [
    'an extension that repeats itself',
    withSegments(makeJpeg(4, 4), [0xe1, naming], [0xe1, piece(0)], [0xe1, piece(0)]),
  ],
  [
    'an extension of other bytes than its name',
    withSegments(makeJpeg(4, 4), [0xe1, naming], [0xe1, piece(0)]),
  ],
  ['a making that is none', withChunks(makePng(4, 4), ['iTXt', ownText('{"version":1}')])],
  ['a making that is no JSON', withChunks(makePng(4, 4), ['iTXt', ownText('{"version"')])],
  ['a text without its end', withChunks(makePng(4, 4), ['iTXt', Buffer.from('gen-playground\0\0\0')])],
  [
    'a compressed text',
    withChunks(makePng(4, 4), ['iTXt', Buffer.from('gen-playground\0\x01\0\0\0\x78\x9c')]),
  ],
  ['a nest of lists', withChunks(makePng(4, 4), ['iTXt', ownText('['.repeat(2_000_000))])],
  ['a chunk that claims 4 GB', withChunks(makePng(4, 4), ['iTXt', ownText('')]).fill(0xff, 33, 37)],
  ['a text that is far too long', withChunks(makePng(4, 4), ['iTXt', ownText(' '.repeat(20_000_000))])],
  [
    'entities without end',
    withChunks(makePng(4, 4), [
      'iTXt',
      pngXmp(Buffer.from(`xmlns:a="urn:gen-playground:making:1" a:making="${'&#x'.repeat(1_000_000)}"`)),
    ]),
  ],
])('%s bring nothing back, and are no error', (_, bytes) => {
  expect(readEmbedded(bytes)).toBeNull()
})

test('a long extension that hundreds of packets name is read once', () => {
  const jpeg = makeJpeg(4, 4)
  const long = { ...sampleMetadata, prompt: 'x'.repeat(4_000_000) }
  const whole = Buffer.from(embedPrompt(jpeg, long))
  const [packet] = [...readSegments(whole)].filter(({ marker }) => marker === 0xe1)
  const hostile = withSegments(
    whole,
    ...Array.from({ length: 400 }, () => [0xe1, packet?.data ?? Buffer.of()] as const),
  )
  const timeOf = (bytes: Uint8Array) => {
    const before = process.cpuUsage()
    readEmbedded(bytes)
    return microsecondsSince(before)
  }
  timeOf(whole)
  expect(timeOf(hostile) / timeOf(whole)).toBeLessThan(40)
})

/** Of this process's own work, whatever else the machine does. */
function microsecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}
