// Measures images and videos by their headers: size in pixels, seconds.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { imageSize } from 'image-size'
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import { isStartOfFrame, readSegments } from './image-metadata/jpeg'
import { readMediaType } from './media-type'

/** As it is shown: turned where the picture says so. Null if the bytes are no picture, or do not tell. */
export function measurePicture(bytes: Uint8Array): { width: number; height: number } | null {
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

/** Bytes in front of which nearly every image states its size. */
const headLength = 65_536

/** Reads the whole file only if its head does not state the size. Rejects if it cannot be read. */
export async function measureImageFile(path: string): Promise<ReturnType<typeof measurePicture>> {
  const head: Uint8Array[] = []
  for await (const chunk of createReadStream(path, { end: headLength - 1 })) head.push(chunk)
  return measurePicture(Buffer.concat(head)) ?? measurePicture(await readFile(path))
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

const maxHeifHeadBytes = 65_536

function copyOf(bytes: Uint8Array, length: number): Uint8Array {
  return new Uint8Array(bytes.subarray(0, length))
}

/** A JPEG of nothing but its EXIF and its frame, which `image-size` knows as a baseline one only. */
function toJpegHead(bytes: Uint8Array): Uint8Array | undefined {
  // A frame that comes first is not found: an empty segment comes before.
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
  return head.length > maxHeifHeadBytes ? undefined : head
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

interface IsoBox {
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
function findBox(bytes: Uint8Array, [type, ...rest]: readonly string[]): Uint8Array | undefined {
  for (const box of readBoxes(bytes)) {
    if (box.type !== type) continue
    // `meta` alone has a version before its children.
    const data = type === 'meta' ? box.data.subarray(4) : box.data
    return rest.length > 0 ? findBox(data, rest) : data
  }
  return undefined
}

/** Undefined if the length is shorter than the header itself, which would never end. */
function measureBox(view: DataView, at: number): { begin: number; end: number } | undefined {
  const size = view.getUint32(at)
  if (size === 0) return { begin: at + 8, end: view.byteLength }
  if (size !== 1) return size < 8 ? undefined : { begin: at + 8, end: at + size }
  if (at + 16 > view.byteLength) return undefined
  const large = Number(view.getBigUint64(at + 8))
  return large < 16 ? undefined : { begin: at + 16, end: at + large }
}

interface VideoSize {
  /** Pixels as shown, seconds; null if the file does not tell. */
  readonly width: number | null
  readonly height: number | null
  readonly seconds: number | null
}

/** Never throws: a file that is no video tells nothing. */
export async function measureVideo(path: string): Promise<VideoSize> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) return nothing
    const [width, height] = await Promise.all([track.getDisplayWidth(), track.getDisplayHeight()])
    const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
    return { width: width || null, height: height || null, seconds: seconds > 0 ? seconds : null }
  } catch {
    return nothing
  } finally {
    input.dispose()
  }
}

const nothing: VideoSize = { width: null, height: null, seconds: null }
