// Generation metadata inside images: reads back completely, and leaves the rest of the file unchanged.
import { createHash } from 'node:crypto'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { measureImage } from '../measure-media'
import { hasC2pa } from './content-credentials'
import { makeJpeg, makeManifestStore, makePng, sampleMetadata, withChunks } from './pictures.fixture'
import { embedPrompt, readChunks, readEmbedded } from './png'

const long = { ...sampleMetadata, prompt: 'A very long story 🦊. '.repeat(20_000) }
const later = { ...sampleMetadata, prompt: 'Another one.' }
const otherXmp = Buffer.from('<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Another"></x:xmpmeta>')
const pngXmp = (packet: Uint8Array) =>
  Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1'), packet])
const store = makeManifestStore()

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
  expect(partsOf(copy).filter((part) => !isAdded(part))).toEqual(partsOf(bytes))
})

/** Type and content of everything in the file, in order. */
function partsOf(bytes: Uint8Array): readonly (readonly [string, string])[] {
  const latin1 = (data: Uint8Array) => Buffer.from(data).toString('latin1')
  const chunks = [...readChunks(bytes)]
  const end = chunks.at(-1)?.end ?? 0
  return [
    ...chunks.map(({ type, data }) => [type, latin1(data)] as const),
    ['behind', latin1(bytes.subarray(end))],
  ]
}

function isAdded([type, content]: readonly [string, string]): boolean {
  return type === 'iTXt' && /gen-playground|x:xmptk="Gen/.test(content)
}

test('a real decoder reads the copy and returns the same pixels', () => {
  const { data } = PNG.sync.read(Buffer.from(embedPrompt(pictures['a PNG'], long)))
  expect(data.equals(PNG.sync.read(pictures['a PNG']).data)).toBe(true)
})

const apiError = (code: string, message: RegExp) => ({ code, message: expect.stringMatching(message) })

test.each([
  ['a JPEG', makeJpeg(4, 4), apiError('UNSUPPORTED_MEDIA_TYPE', /only in PNG .* image\/jpeg/)],
  ['a text', Buffer.from('no picture'), apiError('UNSUPPORTED_MEDIA_TYPE', /octet-stream/)],
  [
    'a PNG that breaks off',
    makePng(40, 30).subarray(0, 80),
    apiError('INVALID_ARGUMENT', /This PNG is damaged/),
  ],
])('%s is rejected with a message', (_, bytes, error) => {
  expect(() => embedPrompt(bytes, sampleMetadata)).toThrow(expect.objectContaining(error))
})

test('reads a packet that another program has rewritten', () => {
  const json = JSON.stringify(later).replaceAll('"', '&#34;')
  const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description xmlns:ns1='urn:gen-playground:generation:1' ns1:generation="${json}"/></x:xmpmeta>`
  expect(readEmbedded(withChunks(makePng(4, 4), ['iTXt', pngXmp(Buffer.from(packet))]))).toEqual(later)
})

const metadataText = (json: string) => Buffer.from(`gen-playground\0\0\0\0\0${json}`)

test.each([
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
      pngXmp(
        Buffer.from(`xmlns:a="urn:gen-playground:generation:1" a:generation="${'&#x'.repeat(1_000_000)}"`),
      ),
    ]),
  ],
])('%s return null without an error', (_, bytes) => {
  expect(readEmbedded(bytes)).toBeNull()
})
