// Reads and writes generation metadata in WebP images.
import { ApiError } from '#shared/schemas/api-error'
import type { GenerationMetadata } from '#shared/schemas/generation-metadata'
import { measureImage } from '../measure-media'
import {
  damagedImage,
  isOwnPacket,
  readPacket,
  serializeGenerationMetadata,
  writePacket,
} from './metadata-text'

const xmpType = 'XMP '
const xmpFlag = 0x04
const alphaFlag = 0x10

/** Turns a simple WebP into an extended one, because only that can have more than pixels. */
export function embedInWebp(bytes: Uint8Array, metadata: GenerationMetadata): Uint8Array {
  const chunks = [...readRiffChunks(bytes)]
  const [first] = chunks
  const end = chunks.at(-1)?.end ?? 0
  if (!first || end !== claimedEnd(bytes)) throw damagedImage('WebP')
  const packet = makeRiffChunk(xmpType, writePacket(metadata, serializeGenerationMetadata(metadata)))
  const retained = chunks.slice(first.type === 'VP8X' ? 1 : 0).filter((chunk) => !isOwn(chunk))
  // Content Credentials have to stay last.
  const credentials = retained.findIndex(({ type }) => type === 'C2PA')
  const credentialsIndex = credentials < 0 ? retained.length : credentials
  const copyOf = ({ start, end }: RiffChunk) => bytes.subarray(start, end)
  const body = [
    makeRiffChunk('VP8X', first.type === 'VP8X' ? announceXmp(first.data) : extend(bytes, first)),
    ...retained.slice(0, credentialsIndex).map(copyOf),
    packet,
    ...retained.slice(credentialsIndex).map(copyOf),
  ]
  return Buffer.concat([writeHeader(bytes, body), ...body, bytes.subarray(end)])
}

/** The last packet applies, because this app's is written after others. */
export function readFromWebp(bytes: Uint8Array): GenerationMetadata | null {
  let found: GenerationMetadata | null = null
  for (const { type, data } of readRiffChunks(bytes)) {
    if (type === xmpType) found = readPacket(data) ?? found
  }
  return found
}

function isOwn({ type, data }: RiffChunk): boolean {
  return type === xmpType && isOwnPacket(data)
}

function announceXmp(data: Uint8Array): Uint8Array {
  const copy = Buffer.from(data)
  copy[0] = (copy[0] ?? 0) | xmpFlag
  return copy
}

/** Flags, three reserved bytes, width and height minus one. */
function extend(bytes: Uint8Array, { type, data }: RiffChunk): Uint8Array {
  const size = measureImage(bytes)
  if (!size) throw damagedImage('WebP')
  // The bit after the two sizes of 14 bits each and a signature of one byte.
  const hasAlpha = type === 'VP8L' && ((data[4] ?? 0) & 0x10) !== 0
  const content = Buffer.alloc(10)
  content[0] = xmpFlag | (hasAlpha ? alphaFlag : 0)
  content.writeUIntLE(size.width - 1, 4, 3)
  content.writeUIntLE(size.height - 1, 7, 3)
  return content
}

function claimedEnd(bytes: Uint8Array): number {
  return 8 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true)
}

function writeHeader(bytes: Uint8Array, body: readonly Uint8Array[]): Uint8Array {
  const header = Buffer.from(bytes.subarray(0, riffHeaderLength))
  const length = body.reduce((sum, chunk) => sum + chunk.length, riffHeaderLength - 8)
  if (length > 0xffffffff) throw new ApiError('PAYLOAD_TOO_LARGE', 'WebP files can’t exceed 4 GB.')
  header.writeUInt32LE(length, 4)
  return header
}

interface RiffChunk {
  readonly type: string
  /** Offset of its type, and of the next chunk. */
  readonly start: number
  readonly end: number
  /** Without the padding byte that makes its length even. */
  readonly data: Uint8Array
}

/** Type, length and form of the file itself. */
const riffHeaderLength = 12

/** Ends at the first wrong length, or at the length that the file claims. */
export function* readRiffChunks(bytes: Uint8Array): Generator<RiffChunk> {
  if (bytes.length < riffHeaderLength) return
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const fileEnd = Math.min(bytes.length, 8 + view.getUint32(4, true))
  let start = riffHeaderLength
  while (start + 8 <= fileEnd) {
    const length = view.getUint32(start + 4, true)
    const end = start + 8 + length + (length & 1)
    if (end > fileEnd) return
    const type = String.fromCharCode(...bytes.subarray(start, start + 4))
    yield { type, start, end, data: bytes.subarray(start + 8, start + 8 + length) }
    start = end
  }
}

export function makeRiffChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(8 + data.length + (data.length & 1))
  chunk.write(type, 0, 'latin1')
  chunk.writeUInt32LE(data.length, 4)
  chunk.set(data, 8)
  return chunk
}
