// Walks the chunks of a PNG, and makes new ones.
import { crc32 } from './crc32'

export interface PngChunk {
  readonly type: string
  /** Where its length stands, and where the next chunk begins. */
  readonly start: number
  readonly end: number
  readonly data: Uint8Array
}

const signatureLength = 8

/** Ends with IEND, and where a length lies: what follows cannot be trusted. */
export function* readChunks(bytes: Uint8Array): Generator<PngChunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let start = signatureLength
  while (start + 12 <= bytes.length) {
    const end = start + 12 + view.getUint32(start)
    if (end > bytes.length) return
    const type = String.fromCharCode(...bytes.subarray(start + 4, start + 8))
    yield { type, start, end, data: bytes.subarray(start + 8, end - 4) }
    if (type === 'IEND') return
    start = end
  }
}

export function makeChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(data.length + 12)
  chunk.writeUInt32BE(data.length)
  chunk.write(type, 4, 'latin1')
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}
