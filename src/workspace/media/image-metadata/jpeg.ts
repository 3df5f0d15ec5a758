// The structure of JPEG images.

interface JpegSegment {
  /** The second byte: 0xe1 is APP1. */
  readonly marker: number
  /** Offset of its 0xff, without fill bytes, and of the next segment. */
  readonly start: number
  readonly end: number
  /** Without marker and length. */
  readonly data: Uint8Array
}

const startOfScan = 0xda

/** Ends after the scan, which it yields too, or at a broken structure: what follows cannot be trusted. */
export function* readSegments(bytes: Uint8Array): Generator<JpegSegment> {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    const end = at + 2 + length
    if (!hasLength(marker) || length < 2 || end > bytes.length) return
    yield { marker, start: at, end, data: bytes.subarray(at + 4, end) }
    if (marker === startOfScan) return
    at = end
  }
}

/** True if the segment has the size: SOF0 to SOF15 without DHT, JPG and DAC between them. */
export function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function hasLength(marker: number): boolean {
  return marker >= 0xc0 && !(marker >= 0xd0 && marker <= 0xd9)
}
