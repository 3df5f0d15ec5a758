// How many pixels a picture has, read from its head without decoding it.
import { imageSize } from 'image-size'
import { readMediaType } from '../media-type'
import { findBox, readBoxes } from './iso-boxes'
import { isStartOfFrame, readSegments } from './jpeg-segments'

export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** As it is shown: turned where the picture says so. Null where the bytes are no picture, or do not tell. */
export function measurePicture(bytes: Uint8Array): PictureSize | null {
  try {
    const { mimeType } = readMediaType(bytes)
    const head = heads[mimeType]?.(bytes)
    if (!head) return null
    const { width, height, orientation = 1 } = imageSize(head)
    if (!isSide(width) || !isSide(height)) return null
    const turned = orientation >= 5 || isTurned(mimeType, head)
    return turned ? { width: height, height: width } : { width, height }
  } catch {
    return null
  }
}

/**
 * What the size is read from, in a memory of its own: `image-size` reads past the end of a view into its buffer,
 * and takes time that grows with the square of a hostile file.
 */
const heads: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array | undefined>> = {
  'image/png': (bytes) => copyOf(bytes, 64),
  'image/gif': (bytes) => copyOf(bytes, 64),
  'image/bmp': (bytes) => copyOf(bytes, 64),
  'image/webp': (bytes) => copyOf(bytes, 64),
  'image/jpeg': toJpegHead,
  'image/tiff': toTiffHead,
  'image/avif': toHeifHead,
  'image/heic': toHeifHead,
  'image/heif': toHeifHead,
}

const longestHeifHead = 65_536

function copyOf(bytes: Uint8Array, length: number): Uint8Array {
  return new Uint8Array(bytes.subarray(0, length))
}

/** A JPEG of nothing but its EXIF and its frame, which `image-size` knows as a baseline one only. */
function toJpegHead(bytes: Uint8Array): Uint8Array | undefined {
  // A frame that comes first is not found: an empty segment stands before.
  const kept: Uint8Array[] = [Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 2)]
  for (const { marker, start, end, data } of readSegments(bytes)) {
    // One of them, as there is in an honest file.
    const isExif = marker === 0xe1 && startsWith(data, 'Exif\0\0')
    if (isExif && kept.length === 1) kept.push(bytes.subarray(start, end))
    if (!isStartOfFrame(marker)) continue
    kept.push(Uint8Array.of(0xff, 0xc0), bytes.subarray(start + 2, end))
    return new Uint8Array(Buffer.concat(kept))
  }
  return undefined
}

/** The header and the first directory, moved up to it. */
function toTiffHead(bytes: Uint8Array): Uint8Array | undefined {
  const head = copyOf(bytes, 8)
  const view = new DataView(head.buffer)
  const isLittle = head[0] === 0x49
  const directory = bytes.subarray(view.getUint32(4, isLittle), view.getUint32(4, isLittle) + 4096)
  view.setUint32(4, 8, isLittle)
  return new Uint8Array(Buffer.concat([head, directory, Buffer.alloc(12)]))
}

function toHeifHead(bytes: Uint8Array): Uint8Array | undefined {
  const parts: Uint8Array[] = []
  for (const { type, data } of readBoxes(bytes)) {
    if (type !== 'ftyp' && type !== 'meta') continue
    const header = Buffer.alloc(8)
    header.writeUInt32BE(data.length + 8)
    header.write(type, 4, 'latin1')
    parts.push(header, data)
    if (type === 'meta') break
  }
  const head = new Uint8Array(Buffer.concat(parts))
  return head.length > longestHeifHead ? undefined : head
}

/** AVIF and HEIF say in a box of their own by how many quarters they are turned. */
function isTurned(mimeType: string, head: Uint8Array): boolean {
  if (!/avif|hei[cf]/.test(mimeType)) return false
  const angle = findBox(head, ['meta', 'iprp', 'ipco', 'irot'])?.[0] ?? 0
  return (angle & 1) === 1
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text
}

function isSide(pixels: number): boolean {
  return Number.isSafeInteger(pixels) && pixels > 0
}
