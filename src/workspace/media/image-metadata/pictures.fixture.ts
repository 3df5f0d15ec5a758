// Images from real encoders and handmade containers, for the tests.
import { encode } from 'jpeg-js'
import { PNG } from 'pngjs'
import type { GenerationMetadata } from '#shared/schemas/generation-metadata'
import { makeChunk } from './png'

function makePixels(width: number, height: number): Buffer {
  return Buffer.from(
    Array.from({ length: width * height * 4 }, (_, at) => (at % 4 === 3 ? 255 : (at * 31) % 256)),
  )
}

export function makePng(width: number, height: number): Buffer {
  const png = new PNG({ width, height })
  makePixels(width, height).copy(png.data)
  return PNG.sync.write(png)
}

export function makeJpeg(width: number, height: number): Buffer {
  return encode({ width, height, data: makePixels(width, height) }, 90).data
}

/** Inserts segments at the start of a JPEG. */
export function withSegments(
  jpeg: Uint8Array,
  ...segments: readonly (readonly [number, Uint8Array])[]
): Buffer {
  const written = segments.map(([marker, data]) => {
    const header = Buffer.from([0xff, marker, 0, 0])
    header.writeUInt16BE(data.length + 2, 2)
    return Buffer.concat([header, data])
  })
  return Buffer.concat([jpeg.subarray(0, 2), ...written, jpeg.subarray(2)])
}

/** Inserts chunks after the header of a PNG. */
export function withChunks(png: Uint8Array, ...chunks: readonly (readonly [string, Uint8Array])[]): Buffer {
  const added = chunks.map(([type, data]) => makeChunk(type, data))
  return Buffer.concat([png.subarray(0, 33), ...added, png.subarray(33)])
}

function makeRiffChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(8 + data.length + (data.length & 1))
  chunk.write(type, 0, 'latin1')
  chunk.writeUInt32LE(data.length, 4)
  chunk.set(data, 8)
  return chunk
}

export function makeWebp(...chunks: readonly (readonly [string, Uint8Array])[]): Buffer {
  const body = Buffer.concat(chunks.map(([type, data]) => makeRiffChunk(type, data)))
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  header.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([header, body])
}

/** The header of a lossless image, with placeholder pixels. */
export function makeVp8l(width: number, height: number, hasAlpha = false): Buffer {
  const bits = (width - 1) | ((height - 1) << 14) | (hasAlpha ? 1 << 28 : 0)
  const header = Buffer.alloc(5)
  header[0] = 0x2f
  header.writeUInt32LE(bits >>> 0, 1)
  return Buffer.concat([header, Buffer.from('pixels')])
}

export function makeBox(type: string, ...content: readonly Uint8Array[]): Buffer {
  const data = Buffer.concat(content)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(data.length + 8)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, data])
}

/** The boxes of an AVIF with its size, rotated by a number of quarter turns. */
export function makeAvif(width: number, height: number, quarters = 0): Buffer {
  const size = Buffer.alloc(12)
  size.writeUInt32BE(width, 4)
  size.writeUInt32BE(height, 8)
  const properties = [makeBox('ispe', size), ...(quarters ? [makeBox('irot', Buffer.of(quarters))] : [])]
  const noFlags = Buffer.alloc(4)
  return Buffer.concat([
    makeBox('ftyp', Buffer.from('avif\0\0\0\0avifmif1', 'latin1')),
    makeBox(
      'meta',
      noFlags,
      makeBox('hdlr', Buffer.alloc(25)),
      makeBox('iprp', makeBox('ipco', ...properties)),
    ),
    makeBox('mdat', Buffer.from('pixels')),
  ])
}

/** A JUMBF superbox with a description, as C2PA starts. */
export function makeManifestStore(identity = '6332706100110010800000aa00389b71'): Buffer {
  const description = makeBox('jumd', Buffer.from(identity, 'hex'), Buffer.from('\x03c2pa\0', 'latin1'))
  return makeBox('jumb', description, makeBox('jumb', Buffer.from('a manifest')))
}

export const sampleMetadata: GenerationMetadata = {
  version: 1,
  prompt: 'Ein Fuchs 🦊 — "quoted" <b>&amp;</b>\r\n\u0000\ufffe und 狐',
  model: 'gen-3-pro-image-preview',
  modelVersion: null,
  parameters: { model: 'gen-3-pro-image-preview', aspectRatio: '16:9', imageSize: '2K' },
  references: [{ media: 'a'.repeat(64), mimeType: 'image/png' }],
  chain: [{ prompt: 'Draw a fox.', media: 'b'.repeat(64) }],
  createdAt: 1_790_000_000_000,
  took: 4200,
  usage: null,
  upstream: 'demo',
  exchangeId: null,
  conversationId: 'conversation',
  turnId: 'turn',
}
