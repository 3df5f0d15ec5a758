// Walks the chunks of a RIFF file, which is what a WebP is, and makes new ones.

export interface RiffChunk {
  readonly type: string
  /** Where its type stands, and where the next chunk begins. */
  readonly start: number
  readonly end: number
  /** Without the byte that makes its length even. */
  readonly data: Uint8Array
}

/** Type, length and form of the file itself. */
export const riffHeaderLength = 12

/** As far as the lengths are true, and within the length that the file claims. */
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
