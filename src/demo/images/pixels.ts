// Pixels of an image: read from PNG and JPEG, written as PNG, and analyzed for their colors and brightness.
import { Buffer } from 'node:buffer'
import { promisify } from 'node:util'
import { deflate, type ZlibOptions } from 'node:zlib'
import { imageSize } from 'image-size'
import { decode as decodeJpeg } from 'jpeg-js'
import { PNG } from 'pngjs'
import type { RequestSignal } from '#shared/wire/http'
import { invalidArgument } from '../generation/fields'
import type { Media } from '../generation/media'
import { createYield } from '../pace'
import { joinWords } from '../text/words'
import { type Color, luma, nameColor } from './color'

/** RGBA, 8 bits each, row by row. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly bytes: Uint8ClampedArray
}

interface ImageInfo {
  /** "png", "jpg", "webp", … as detected from the bytes. */
  readonly format: string
  readonly width: number
  readonly height: number
  readonly size: number
}

/** Throws if the bytes are not an image, or not of the declared MIME type. */
export function measureImage({ mimeType, read, at }: Media): { info: ImageInfo; bytes: Buffer } {
  const bytes = read()
  const info = readHeader(bytes)
  if (!info) throw invalidArgument(`${at}: Unable to process input image: the bytes are not ${mimeType}`, at)
  const declared = mimeType.replace('image/', '')
  const actual = info.format === 'jpg' ? 'jpeg' : info.format
  if (declared !== actual && !(declared === 'heic' && actual === 'heif')) {
    throw invalidArgument(`${at}.mimeType: is ${mimeType}, but the bytes are image/${actual}`, at)
  }
  return { info, bytes }
}

/** Excludes formats without a signature (TGA, ICO), because almost any bytes look like one of them. */
const formats = new Set(['png', 'jpg', 'webp', 'gif', 'heif', 'heic', 'avif', 'bmp', 'tiff'])

function readHeader(bytes: Buffer): ImageInfo | undefined {
  try {
    const { type = '', width, height } = imageSize(bytes)
    return formats.has(type) ? { format: type, width, height, size: bytes.length } : undefined
  } catch {
    return undefined
  }
}

/** Decoding is synchronous, so larger images are measured but not decoded. */
const maxPixels = 40_000_000

/** Returns undefined for formats that the demo service cannot decode. */
export async function readPixels(media: Media): Promise<Pixels | undefined> {
  const { info, bytes } = measureImage(media)
  if (info.width * info.height > maxPixels) return undefined
  try {
    if (info.format === 'png') return await readPng(bytes)
    if (info.format !== 'jpg') return undefined
    const { width, height, data } = decodeJpeg(bytes, { useTArray: true, maxMemoryUsageInMB: 1024 })
    return { width, height, bytes: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length) }
  } catch {
    throw invalidArgument(`${media.at}: Unable to process input image: it is damaged`, media.at)
  }
}

function readPng(bytes: Buffer): Promise<Pixels> {
  return new Promise((resolve, reject) => {
    const decoder = new PNG()
    // The decoder reports a damaged file a second time, after `parse` has stopped listening.
    decoder.on('error', reject)
    decoder.parse(bytes, (error, { width, height, data }) => {
      if (error) reject(error)
      else resolve({ width, height, bytes: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length) })
    })
  })
}

const deflateRows = promisify<Buffer, ZlibOptions, Buffer>(deflate)

/**
 * Rows are stored as differences to the row above, which suits skies. Compression runs off the event loop.
 */
export async function writePng(pixels: Pixels, signal: RequestSignal): Promise<Buffer> {
  const { width, height, bytes } = pixels
  const maybeYield = createYield()
  const channels = isOpaque(bytes) ? 3 : 4
  const rows = Buffer.alloc((width * channels + 1) * height)
  for (let row = 0; row < height; row += 1) {
    filterRow(rows, pixels, { row, channels })
    if ((row & 15) === 0) await maybeYield()
    if (signal.aborted) break
  }
  const compressed = await deflateRows(rows, { level: rows.length > 8_000_000 ? 3 : 6 })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = channels === 3 ? 2 : 6
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    toChunk('IHDR', header),
    toChunk('IDAT', compressed),
    toChunk('IEND', Buffer.alloc(0)),
  ])
}

function isOpaque(bytes: Uint8ClampedArray): boolean {
  for (let at = 3; at < bytes.length; at += 4) if (bytes[at] !== 255) return false
  return true
}

function filterRow(
  rows: Buffer,
  { width, bytes }: Pixels,
  { row, channels }: { row: number; channels: number },
): void {
  const above = (row - 1) * width * 4
  const current = row * width * 4
  let to = row * (width * channels + 1)
  rows[to++] = row === 0 ? 0 : 2
  for (let column = 0; column < width * 4; column += 4) {
    for (let channel = 0; channel < channels; channel += 1) {
      const value = bytes[current + column + channel] ?? 0
      rows[to++] = row === 0 ? value : value - (bytes[above + column + channel] ?? 0)
    }
  }
}

const crcTable = Int32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function toChunk(name: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(content.length + 12)
  chunk.writeUInt32BE(content.length, 0)
  chunk.write(name, 4, 'latin1')
  content.copy(chunk, 8)
  let crc = -1
  for (let at = 4; at < content.length + 8; at += 1)
    crc = (crcTable[(crc ^ (chunk[at] ?? 0)) & 255] ?? 0) ^ (crc >>> 8)
  chunk.writeInt32BE(~crc, content.length + 8)
  return chunk
}

interface PixelStats {
  /** Color names with their share, 0 to 1, the largest first. */
  readonly colors: readonly (readonly [string, number])[]
  /** The main colors of the upper, middle and lower third. */
  readonly rows: readonly (readonly string[])[]
  /** 0 is black, 1 is white. */
  readonly brightness: number
  readonly transparent: number
}

/** Reads about 40,000 samples on a regular grid. */
export function analyzePixels({ width, height, bytes }: Pixels): PixelStats {
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 40_000)))
  const all = new Map<string, number>()
  const rows = [0, 1, 2].map(() => new Map<string, number>())
  let [brightness, opaque, transparent] = [0, 0, 0]
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * 4
      if ((bytes[at + 3] ?? 255) < 128) {
        transparent += 1
        continue
      }
      const color: Color = [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0]
      const name = nameColor(color)
      for (const names of [all, rows[Math.floor((y * 3) / height)]])
        names?.set(name, (names.get(name) ?? 0) + 1)
      brightness += luma(color)
      opaque += 1
    }
  }
  return {
    colors: rank(all),
    rows: rows.map((names) => {
      const main = rank(names).filter(([, share], index) => index === 0 || share > 0.33)
      return main.length > 0 ? main.map(([name]) => name) : ['nothing']
    }),
    brightness: brightness / (opaque || 1),
    transparent: transparent / (transparent + opaque),
  }
}

function rank(names: ReadonlyMap<string, number>): (readonly [string, number])[] {
  const total = [...names.values()].reduce((sum, times) => sum + times, 0)
  return [...names].sort((a, b) => b[1] - a[1]).map(([name, times]) => [name, times / total] as const)
}

export function describePixelStats({ colors, rows, brightness, transparent }: PixelStats): string[] {
  const main = colors.filter(([, share]) => share > 0.03).slice(0, 5)
  const level = brightness < 0.28 ? 'dark' : brightness > 0.7 ? 'bright' : 'medium'
  const isUniform = new Set(rows.flat()).size === 1
  const regions = ['at the top', 'in the middle', 'at the bottom'].map(
    (region, row) => `${rows[row]?.join(' and ')} ${region}`,
  )
  return [
    `**Colors:** ${joinWords(main.map(([name, share]) => `${name} (${Math.round(share * 100)}%)`))}.`,
    `**Light:** ${level} (mean ${Math.round(brightness * 100)}%).`,
    `**Composition:** ${isUniform ? `${rows[0]?.[0]} from edge to edge` : regions.join('; ')}.`,
    ...(transparent > 0.01
      ? [`**Transparency:** ${Math.round(transparent * 100)}% of it is transparent.`]
      : []),
  ]
}
