// Walks the boxes of ISO base media files: AVIF, HEIF and what is built like them.

export interface IsoBox {
  readonly type: string
  /** What follows the header. */
  readonly data: Uint8Array
}

/** As far as the lengths are true: a box that claims more than there is ends the walk. */
export function* readBoxes(bytes: Uint8Array): Generator<IsoBox> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  while (at + 8 <= bytes.length) {
    const box = measureBox(view, at)
    if (!box || box.end > bytes.length) return
    yield {
      type: String.fromCharCode(...bytes.subarray(at + 4, at + 8)),
      data: bytes.subarray(box.begin, box.end),
    }
    at = box.end
  }
}

/** The first box down the path; every one of it is searched in the data of the one before. */
export function findBox(bytes: Uint8Array, [type, ...rest]: readonly string[]): Uint8Array | undefined {
  for (const box of readBoxes(bytes)) {
    if (box.type !== type) continue
    // `meta` alone has a version before its children.
    const data = type === 'meta' ? box.data.subarray(4) : box.data
    return rest.length > 0 ? findBox(data, rest) : data
  }
  return undefined
}

/** Undefined where the length is shorter than the header itself, which would never end. */
function measureBox(view: DataView, at: number): { begin: number; end: number } | undefined {
  const size = view.getUint32(at)
  if (size === 0) return { begin: at + 8, end: view.byteLength }
  if (size !== 1) return size < 8 ? undefined : { begin: at + 8, end: at + size }
  if (at + 16 > view.byteLength) return undefined
  const large = Number(view.getBigUint64(at + 8))
  return large < 16 ? undefined : { begin: at + 16, end: at + large }
}
