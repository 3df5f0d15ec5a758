// Reads and writes generation metadata in PNG images.
import { ApiError } from '#shared/schemas/api-error'
import type { GenerationMetadata } from '#shared/schemas/generation-metadata'
import { crc32 } from '../../zip/crc32'
import {
  isOwnPacket,
  maxTextBytes,
  parseGenerationMetadata,
  readPacket,
  serializeGenerationMetadata,
  writePacket,
} from './metadata-text'

const ownKeyword = 'gen-playground'
const xmpKeyword = 'XML:com.adobe.xmp'

/** Inserts before the pixels, because some readers stop there. */
export function embedInPng(bytes: Uint8Array, metadata: GenerationMetadata): Uint8Array {
  const parts: Uint8Array[] = []
  let copiedUpTo = 0
  let pixels: number | undefined
  let hasXmp = false
  let end: number | undefined
  for (const chunk of readChunks(bytes)) {
    const text = chunk.type === 'iTXt' ? readText(chunk.data) : undefined
    if (text && isOwn(text)) {
      parts.push(bytes.subarray(copiedUpTo, chunk.start))
      copiedUpTo = chunk.end
    } else if (text?.keyword === xmpKeyword) hasXmp = true
    if (chunk.type === 'IDAT' && pixels === undefined) {
      parts.push(bytes.subarray(copiedUpTo, chunk.start))
      pixels = parts.length
      copiedUpTo = chunk.start
    }
    if (chunk.type === 'IEND') end = chunk.end
  }
  if (pixels === undefined || end === undefined) throw damagedImage()
  parts.push(bytes.subarray(copiedUpTo))
  const json = serializeGenerationMetadata(metadata)
  const added = [makeText(ownKeyword, Buffer.from(json))]
  // A PNG may have only one XMP packet.
  if (!hasXmp) added.push(makeText(xmpKeyword, writePacket(metadata, json)))
  return Buffer.concat([...parts.slice(0, pixels), ...added, ...parts.slice(pixels)])
}

function damagedImage(): ApiError {
  const message = 'This PNG is damaged or incomplete, so the prompt can’t be embedded. Use Save as… instead.'
  return new ApiError('INVALID_ARGUMENT', message, { param: 'media' })
}

export function readFromPng(bytes: Uint8Array): GenerationMetadata | null {
  let found: GenerationMetadata | null = null
  for (const { type, data } of readChunks(bytes)) {
    const text = type === 'iTXt' ? readText(data) : undefined
    if (text?.keyword === ownKeyword) {
      const metadata = parseGenerationMetadata(Buffer.from(text.content).toString('utf8'))
      if (metadata) return metadata
    }
    if (text?.keyword === xmpKeyword) found = readPacket(text.content) ?? found
  }
  return found
}

interface Text {
  readonly keyword: string
  readonly content: Uint8Array
}

/** Keyword, compression flag and method, language, translated keyword, text. This app never compresses it. */
function readText(data: Uint8Array): Text | undefined {
  const keywordEnd = data.subarray(0, 80).indexOf(0)
  if (keywordEnd < 1 || data[keywordEnd + 1] !== 0 || data.length > maxTextBytes) return undefined
  const languageEnd = data.indexOf(0, keywordEnd + 3)
  const translatedEnd = languageEnd < 0 ? -1 : data.indexOf(0, languageEnd + 1)
  if (translatedEnd < 0) return undefined
  const keyword = Buffer.from(data.subarray(0, keywordEnd)).toString('latin1')
  return { keyword, content: data.subarray(translatedEnd + 1) }
}

function isOwn({ keyword, content }: Text): boolean {
  return keyword === ownKeyword || (keyword === xmpKeyword && isOwnPacket(content))
}

function makeText(keyword: string, content: Uint8Array): Uint8Array {
  return makeChunk('iTXt', Buffer.concat([Buffer.from(`${keyword}\0\0\0\0\0`, 'latin1'), content]))
}

interface PngChunk {
  readonly type: string
  /** Offset of its length, and of the next chunk. */
  readonly start: number
  readonly end: number
  readonly data: Uint8Array
}

const signatureLength = 8

/** Ends after IEND, or at a wrong length: what follows cannot be trusted. */
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
