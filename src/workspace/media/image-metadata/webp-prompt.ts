// A making inside a WebP: an XMP packet at its end, which the head of the file announces.
import { ApiError } from '#shared/schemas/api-error'
import type { Making } from '#shared/schemas/making'
import { brokenPicture } from './broken-picture'
import { writeMaking } from './making-text'
import { measurePicture } from './measure-picture'
import { makeRiffChunk, type RiffChunk, readRiffChunks, riffHeaderLength } from './riff-chunks'
import { isOurs, readPacket, writePacket } from './xmp-packet'

const xmpType = 'XMP '
const xmpFlag = 0x04
const alphaFlag = 0x10

/** A simple WebP becomes an extended one: only that may hold more than pixels. */
export function embedInWebp(bytes: Uint8Array, making: Making): Uint8Array {
  const chunks = [...readRiffChunks(bytes)]
  const [first] = chunks
  const end = chunks.at(-1)?.end ?? 0
  if (!first || end !== claimedEnd(bytes)) throw brokenPicture('WebP')
  const packet = makeRiffChunk(xmpType, writePacket(making, writeMaking(making)))
  const kept = chunks.slice(first.type === 'VP8X' ? 1 : 0).filter((chunk) => !isOwn(chunk))
  // Content Credentials have to stay the last.
  const credentials = kept.findIndex(({ type }) => type === 'C2PA')
  const cut = credentials < 0 ? kept.length : credentials
  const copyOf = ({ start, end }: RiffChunk) => bytes.subarray(start, end)
  const body = [
    makeRiffChunk('VP8X', first.type === 'VP8X' ? announceXmp(first.data) : extend(bytes, first)),
    ...kept.slice(0, cut).map(copyOf),
    packet,
    ...kept.slice(cut).map(copyOf),
  ]
  return Buffer.concat([writeHeader(bytes, body), ...body, bytes.subarray(end)])
}

/** The last one counts: ours is put behind those of others. */
export function readFromWebp(bytes: Uint8Array): Making | null {
  let found: Making | null = null
  for (const { type, data } of readRiffChunks(bytes)) {
    if (type === xmpType) found = readPacket(data) ?? found
  }
  return found
}

function isOwn({ type, data }: RiffChunk): boolean {
  return type === xmpType && isOurs(data)
}

function announceXmp(data: Uint8Array): Uint8Array {
  const copy = Buffer.from(data)
  copy[0] = (copy[0] ?? 0) | xmpFlag
  return copy
}

/** Flags, three bytes of nothing, width and height less one. */
function extend(bytes: Uint8Array, { type, data }: RiffChunk): Uint8Array {
  const size = measurePicture(bytes)
  if (!size) throw brokenPicture('WebP')
  // The bit after the two sizes of 14 bits each, behind a mark of one byte.
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
  if (length > 0xffffffff) throw new ApiError('PAYLOAD_TOO_LARGE', 'A WebP has 4 GB at the most.')
  header.writeUInt32LE(length, 4)
  return header
}
