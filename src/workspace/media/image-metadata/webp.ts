// The structure of WebP images.

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
