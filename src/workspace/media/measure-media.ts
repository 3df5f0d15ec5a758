// Measures images and videos by their headers: size in pixels, seconds.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { imageSize } from 'image-size'
import { isStartOfFrame, readSegments } from './image-metadata/jpeg'
import { readMediaType } from './media-type'

/** The size as shown, with the rotation of the image applied. Null if the bytes are not an image, or do not state a size. */
export function measureImage(bytes: Uint8Array): { width: number; height: number } | null {
  try {
    const { mimeType } = readMediaType(bytes)
    const head = headerExtractors[mimeType]?.(bytes)
    if (!head) return null
    const { width, height, orientation = 1 } = imageSize(head)
    if (!isSide(width) || !isSide(height)) return null
    const isRotated = orientation >= 5 || hasRotationBox(mimeType, head)
    return isRotated ? { width: height, height: width } : { width, height }
  } catch {
    return null
  }
}

/** Nearly every image states its size within this many bytes. */
const headLength = 65_536

/** Reads the whole file only if its head does not state the size. Rejects if it cannot be read. */
export async function measureImageFile(path: string): Promise<ReturnType<typeof measureImage>> {
  const head: Uint8Array[] = []
  for await (const chunk of createReadStream(path, { end: headLength - 1 })) head.push(chunk)
  return measureImage(Buffer.concat(head)) ?? measureImage(await readFile(path))
}

/**
 * Extract the part with the size into separate memory: `image-size` reads past the end of a view into its buffer,
 * and its time grows with the square of a hostile file's length.
 */
const headerExtractors: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array | undefined>> = {
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

/** Builds a JPEG with only EXIF and the frame, marked as baseline, which `image-size` recognizes. */
function toJpegHead(bytes: Uint8Array): Uint8Array | undefined {
  // An empty segment first: `image-size` does not find a frame at the start.
  const parts: Uint8Array[] = [Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 2)]
  for (const { marker, start, end, data } of readSegments(bytes)) {
    // A valid file has only one.
    const isExif = marker === 0xe1 && startsWith(data, 'Exif\0\0')
    if (isExif && parts.length === 1) parts.push(bytes.subarray(start, end))
    if (!isStartOfFrame(marker)) continue
    parts.push(Uint8Array.of(0xff, 0xc0), bytes.subarray(start + 2, end))
    return new Uint8Array(Buffer.concat(parts))
  }
  return undefined
}

/** The header and the first directory, moved next to it. */
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

/** AVIF and HEIF have the number of quarter turns in a separate box. */
function hasRotationBox(mimeType: string, head: Uint8Array): boolean {
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
  /** The content after the header. */
  readonly data: Uint8Array
}

/** Ends at the first box that claims more than there is. */
export function* readBoxes(bytes: Uint8Array): Generator<IsoBox> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  while (at + 8 <= bytes.length) {
    const box = measureBox(view, at)
    if (!box || box.end > bytes.length) return
    yield {
      type: String.fromCharCode(...bytes.subarray(at + 4, at + 8)),
      data: bytes.subarray(box.start, box.end),
    }
    at = box.end
  }
}

/** Finds the first box of the path; each is searched in the one before. */
function findBox(bytes: Uint8Array, [type, ...rest]: readonly string[]): Uint8Array | undefined {
  for (const box of readBoxes(bytes)) {
    if (box.type !== type) continue
    // Only `meta` has a version before its children.
    const data = type === 'meta' ? box.data.subarray(4) : box.data
    return rest.length > 0 ? findBox(data, rest) : data
  }
  return undefined
}

/** Returns undefined if the length is shorter than the header, which would loop forever. */
function measureBox(view: DataView, at: number): { start: number; end: number } | undefined {
  const size = view.getUint32(at)
  if (size === 0) return { start: at + 8, end: view.byteLength }
  if (size !== 1) return size < 8 ? undefined : { start: at + 8, end: at + size }
  if (at + 16 > view.byteLength) return undefined
  const large = Number(view.getBigUint64(at + 8))
  return large < 16 ? undefined : { start: at + 16, end: at + large }
}

interface VideoSize {
  /** Pixels as shown, and seconds; null if the file does not state it. */
  readonly width: number | null
  readonly height: number | null
  readonly seconds: number | null
}

/** Never throws: a file that is not a video returns nulls. */
export async function measureVideo(path: string): Promise<VideoSize> {
  const { ALL_FORMATS, FilePathSource, Input } = await import('mediabunny')
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
