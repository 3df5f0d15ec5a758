// Reads and writes generation metadata in JPEG images.

import { createHash } from 'node:crypto'
import type { GenerationMetadata } from '#shared/schemas/generation-metadata'
import {
  damagedImage,
  isOwnPacket,
  maxTextBytes,
  readExtensionName,
  readPacket,
  serializeGenerationMetadata,
  writeMainPacket,
  writePacket,
} from './metadata-text'

const app0 = 0xe0
const app1 = 0xe1

/** Inserts after JFIF and EXIF, which have to be first; packets of other programs stay. */
export function embedInJpeg(bytes: Uint8Array, metadata: GenerationMetadata): Uint8Array {
  const segments = [...readSegments(bytes)]
  if (segments.at(-1)?.marker !== startOfScan) throw damagedImage('JPEG')
  const added = writeXmpSegments(writePacket(metadata, serializeGenerationMetadata(metadata)))
  const insertionPoint = segments.find(({ marker }) => marker !== app0 && marker !== app1)
  const ours = new Set(findOurs(segments))
  const parts: Uint8Array[] = [bytes.subarray(0, 2)]
  let copiedUpTo = 2
  for (const segment of segments) {
    if (segment !== insertionPoint && !ours.has(segment)) continue
    parts.push(bytes.subarray(copiedUpTo, segment.start))
    copiedUpTo = ours.has(segment) ? segment.end : segment.start
    if (segment === insertionPoint) parts.push(added)
  }
  return Buffer.concat([...parts, bytes.subarray(copiedUpTo)])
}

/** The last packet applies, because this app's is written after others. */
export function readFromJpeg(bytes: Uint8Array): GenerationMetadata | null {
  const packets: Uint8Array[] = []
  const extensions = new Map<string, ExtensionPiece[]>()
  for (const { marker, data } of readSegments(bytes)) {
    if (marker !== app1) continue
    const packet = readPacketSegment(data)
    const piece = readExtensionPiece(data)
    if (packet) packets.push(packet)
    if (piece) extensions.set(piece.name, addTo(extensions.get(piece.name), piece))
  }
  let found: GenerationMetadata | null = null
  for (const packet of packets) found = readPacketMetadata(packet, extensions) ?? found
  return found
}

function addTo(pieces: ExtensionPiece[] = [], piece: ExtensionPiece): ExtensionPiece[] {
  pieces.push(piece)
  return pieces
}

/** Reads an extension once: a hostile file may name a long one in thousands of packets. */
function readPacketMetadata(
  packet: Uint8Array,
  extensions: Map<string, ExtensionPiece[]>,
): GenerationMetadata | null {
  const metadata = readPacket(packet)
  const name = metadata ? undefined : readExtensionName(packet)
  if (name === undefined) return metadata
  const extension = joinExtension(name, extensions.get(name) ?? [])
  extensions.delete(name)
  return extension ? readPacket(extension) : null
}

function findOurs(segments: readonly JpegSegment[]): readonly JpegSegment[] {
  const app1s = segments.filter(({ marker }) => marker === app1)
  const packets = app1s.filter(({ data }) => {
    const packet = readPacketSegment(data)
    return packet !== undefined && isOwnPacket(packet)
  })
  const names = new Set(packets.map(({ data }) => readExtensionName(data)))
  const extensions = app1s.filter(({ data }) => {
    const piece = readExtensionPiece(data)
    return piece !== undefined && names.has(piece.name)
  })
  return [...packets, ...extensions]
}

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

// An XMP packet is in one segment, or in one with an extension in pieces (XMP part 3, §1.1.3).
const packetMark = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1')
const extensionMark = Buffer.from('http://ns.adobe.com/xmp/extension/\0', 'latin1')

/** The two bytes of a segment's length include themselves. */
const maxSegment = 65_533
const maxPiece = 65_400
const nameLength = 32

/** Returns as many segments as the packet needs. */
function writeXmpSegments(packet: Uint8Array): Uint8Array {
  if (packetMark.length + packet.length <= maxSegment) return writeSegment(packetMark, packet)
  const name = nameExtension(packet)
  const segments = [writeSegment(packetMark, writeMainPacket(name))]
  for (let offset = 0; offset < packet.length; offset += maxPiece) {
    const header = Buffer.alloc(nameLength + 8)
    header.write(name, 'latin1')
    header.writeUInt32BE(packet.length, nameLength)
    header.writeUInt32BE(offset, nameLength + 4)
    segments.push(writeSegment(extensionMark, header, packet.subarray(offset, offset + maxPiece)))
  }
  return Buffer.concat(segments)
}

/** Returns undefined if the segment has something else. */
function readPacketSegment(data: Uint8Array): Uint8Array | undefined {
  return startsWith(data, packetMark) ? data.subarray(packetMark.length) : undefined
}

interface ExtensionPiece {
  readonly name: string
  /** Claimed length of the whole extension. */
  readonly length: number
  readonly offset: number
  readonly content: Uint8Array
}

function readExtensionPiece(data: Uint8Array): ExtensionPiece | undefined {
  const rest = data.subarray(extensionMark.length)
  if (!startsWith(data, extensionMark) || rest.length < nameLength + 8) return undefined
  const view = new DataView(rest.buffer, rest.byteOffset)
  return {
    name: Buffer.from(rest.subarray(0, nameLength)).toString('latin1'),
    length: view.getUint32(nameLength),
    offset: view.getUint32(nameLength + 4),
    content: rest.subarray(nameLength + 8),
  }
}

/** Returns the extension if it is complete and its hash is its name; claimed lengths are not trusted. */
function joinExtension(name: string, pieces: readonly ExtensionPiece[]): Uint8Array | undefined {
  const sorted = [...pieces].sort((one, other) => one.offset - other.offset)
  let length = 0
  for (const piece of sorted) {
    if (piece.offset !== length) return undefined
    length += piece.content.length
  }
  if (length === 0 || length > maxTextBytes) return undefined
  const extension = Buffer.concat(sorted.map(({ content }) => content))
  return nameExtension(extension) === name ? extension : undefined
}

/** MD5 because the specification requires it; it is a name, not a signature. */
function nameExtension(extension: Uint8Array): string {
  return createHash('md5').update(extension).digest('hex').toUpperCase()
}

function writeSegment(...content: readonly Uint8Array[]): Uint8Array {
  const data = Buffer.concat(content)
  const header = Buffer.from([0xff, app1, 0, 0])
  header.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([header, data])
}

function startsWith(data: Uint8Array, mark: Uint8Array): boolean {
  return mark.every((byte, at) => data[at] === byte)
}
