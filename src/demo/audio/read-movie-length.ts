// Reads how long an MP4 file lasts from its own movie header: sound readers tell nothing of a silent video.

/** Seconds; undefined where the bytes hold no such header. */
export function readMovieLength(bytes: Uint8Array): number | undefined {
  const movie = findBox(bytes, 'moov')
  const header = movie && findBox(movie, 'mvhd')
  if (!header || header.length < 20) return undefined
  const view = new DataView(header.buffer, header.byteOffset, header.length)
  // Version 1 has longer times before the two numbers, and a longer duration.
  const isLong = view.getUint8(0) === 1
  if (isLong && header.length < 32) return undefined
  const scale = view.getUint32(isLong ? 20 : 12)
  const length = isLong ? Number(view.getBigUint64(24)) : view.getUint32(16)
  return scale > 0 && length > 0 ? length / scale : undefined
}

/** The content of the first box of this name; a size of 0 means up to the end, of 1 that 64 bits follow. */
function findBox(bytes: Uint8Array, name: string): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0; at + 8 <= bytes.length; ) {
    const stated = view.getUint32(at)
    if (stated === 1 && at + 16 > bytes.length) return undefined
    const head = stated === 1 ? 16 : 8
    const size = stated === 1 ? Number(view.getBigUint64(at + 8)) : stated || bytes.length - at
    if (size < head) return undefined
    const found = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (found === name) return bytes.subarray(at + head, at + size)
    at += size
  }
  return undefined
}
