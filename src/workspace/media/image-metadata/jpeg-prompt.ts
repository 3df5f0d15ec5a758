// A making inside a JPEG: an XMP packet among its first segments.
import type { Making } from '#shared/schemas/making'
import { brokenPicture } from './broken-picture'
import { type JpegSegment, readSegments, startOfScan } from './jpeg-segments'
import { writeMaking } from './making-text'
import { isOurs, readExtensionName, readPacket, writePacket } from './xmp-packet'
import {
  type ExtensionPiece,
  joinExtension,
  readExtensionPiece,
  readPacketSegment,
  writeXmpSegments,
} from './xmp-segments'

const app0 = 0xe0
const app1 = 0xe1

/** After JFIF and EXIF, which have to come first; what another program has written stays. */
export function embedInJpeg(bytes: Uint8Array, making: Making): Uint8Array {
  const segments = [...readSegments(bytes)]
  if (segments.at(-1)?.marker !== startOfScan) throw brokenPicture('JPEG')
  const added = writeXmpSegments(writePacket(making, writeMaking(making)))
  const firstOther = segments.find(({ marker }) => marker !== app0 && marker !== app1)
  const ours = new Set(findOurs(segments))
  const pieces: Uint8Array[] = [bytes.subarray(0, 2)]
  let keptUpTo = 2
  for (const segment of segments) {
    if (segment !== firstOther && !ours.has(segment)) continue
    pieces.push(bytes.subarray(keptUpTo, segment.start))
    keptUpTo = ours.has(segment) ? segment.end : segment.start
    if (segment === firstOther) pieces.push(added)
  }
  return Buffer.concat([...pieces, bytes.subarray(keptUpTo)])
}

/** The last one counts: ours is put behind those of others. */
export function readFromJpeg(bytes: Uint8Array): Making | null {
  const packets: Uint8Array[] = []
  const extensions = new Map<string, ExtensionPiece[]>()
  for (const { marker, data } of readSegments(bytes)) {
    if (marker !== app1) continue
    const packet = readPacketSegment(data)
    const piece = readExtensionPiece(data)
    if (packet) packets.push(packet)
    if (piece) extensions.set(piece.name, addTo(extensions.get(piece.name), piece))
  }
  let found: Making | null = null
  for (const packet of packets) found = readWhole(packet, extensions) ?? found
  return found
}

function addTo(pieces: ExtensionPiece[] = [], piece: ExtensionPiece): ExtensionPiece[] {
  pieces.push(piece)
  return pieces
}

/** An extension is read once: a hostile file may name a long one in thousands of packets. */
function readWhole(packet: Uint8Array, extensions: Map<string, ExtensionPiece[]>): Making | null {
  const held = readPacket(packet)
  const name = held ? undefined : readExtensionName(packet)
  if (name === undefined) return held
  const extension = joinExtension(name, extensions.get(name) ?? [])
  extensions.delete(name)
  return extension ? readPacket(extension) : null
}

function findOurs(segments: readonly JpegSegment[]): readonly JpegSegment[] {
  const app1s = segments.filter(({ marker }) => marker === app1)
  const packets = app1s.filter(({ data }) => {
    const packet = readPacketSegment(data)
    return packet !== undefined && isOurs(packet)
  })
  const names = new Set(packets.map(({ data }) => readExtensionName(data)))
  const extensions = app1s.filter(({ data }) => {
    const piece = readExtensionPiece(data)
    return piece !== undefined && names.has(piece.name)
  })
  return [...packets, ...extensions]
}
