// Reads and writes generation metadata in PNG images.
import { ApiError } from '#shared/schemas/api-error'
import { GenerationMetadata } from '#shared/schemas/generation-metadata'
import { parseJson } from '../../parse-json'
import { crc32 } from '../../zip/crc32'
import { readMediaType } from '../media-type'

const ownKeyword = 'gen-playground'
const xmpKeyword = 'XML:com.adobe.xmp'

/** Inserts before the pixels, because some readers stop there. */
function embedInPng(bytes: Uint8Array, metadata: GenerationMetadata): Uint8Array {
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

function readFromPng(bytes: Uint8Array): GenerationMetadata | null {
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

/** Longer texts are ignored: this app never writes one. */
const maxTextBytes = 16 * 1_048_576

/** JSON in which every character is valid in XML, too. */
function serializeGenerationMetadata(metadata: GenerationMetadata): string {
  return JSON.stringify(metadata).replace(
    /[\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  )
}

function parseGenerationMetadata(text: string): GenerationMetadata | null {
  return GenerationMetadata.safeParse(parseJson(text)).data ?? null
}

const namespace = 'urn:gen-playground:generation:1'
/** Identifies the packets of this app, which may be replaced. */
const toolkit = 'Gen Playground'

/** Writes the whole metadata, and the prompt where other programs show it. */
function writePacket(metadata: GenerationMetadata, json: string): Uint8Array {
  const packet = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="${toolkit}"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:gen="${namespace}"><dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(metadata.prompt)}</rdf:li></rdf:Alt></dc:description><gen:generation>${escapeXml(json)}</gen:generation></rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`
  return Buffer.from(packet)
}

function isOwnPacket(packet: Uint8Array): boolean {
  return Buffer.from(packet.subarray(0, 1024)).toString('latin1').includes(`x:xmptk="${toolkit}"`)
}

/** Reads any program's packet, because another may have rewritten this app's. */
function readPacket(packet: Uint8Array): GenerationMetadata | null {
  if (packet.length > maxTextBytes) return null
  const text = Buffer.from(packet).toString('utf8')
  const prefix = text.match(/xmlns:([\w.-]{1,64})\s*=\s*["']urn:gen-playground:generation:1["']/)?.[1]
  if (prefix === undefined) return null
  const content = between(text, `<${prefix}:generation>`, '<') ?? between(text, `${prefix}:generation="`, '"')
  return content === undefined ? null : parseGenerationMetadata(unescapeXml(content))
}

function between(text: string, before: string, after: string): string | undefined {
  const start = text.indexOf(before)
  const end = text.indexOf(after, start + before.length)
  return start < 0 || end < 0 ? undefined : text.slice(start + before.length, end)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Removes characters that XML does not allow; the JSON has none of them. */
function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are to be removed
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
      .replace(/[&<>"']/g, (character) => entities[character] ?? character)
      .replace(/\r/g, '&#xD;')
  )
}

function unescapeXml(text: string): string {
  return text.replace(/&([#\w]{2,9});/g, (entity, name: string) => readEntity(name) ?? entity)
}

function readEntity(name: string): string | undefined {
  if (!name.startsWith('#')) return names.get(name)
  const point = Number(name.replace('#', '0').replace(/^0(?=\d)/, ''))
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined
}

const names: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
)

/**
 * Pixels and everything else stay byte for byte; earlier metadata is replaced. Content Credentials stay too, but they are
 * signed for the original file: a program that verifies them will report that the copy was modified.
 */
export function embedPrompt(bytes: Uint8Array, metadata: GenerationMetadata): Uint8Array {
  const { mimeType } = readMediaType(bytes)
  if (mimeType === 'image/png') return embedInPng(bytes, metadata)
  throw new ApiError(
    'UNSUPPORTED_MEDIA_TYPE',
    `Prompts can be embedded only in PNG images. This file is ${mimeType}. Use Save as… instead.`,
    { param: 'media' },
  )
}

/** Returns null if it has no metadata of this app; never throws. */
export function readEmbedded(bytes: Uint8Array): GenerationMetadata | null {
  return readMediaType(bytes).mimeType === 'image/png' ? readFromPng(bytes) : null
}
