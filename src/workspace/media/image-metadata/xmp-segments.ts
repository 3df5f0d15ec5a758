// XMP packets in the segments of a JPEG: one segment, or one and an extension in pieces (XMP part 3, §1.1.3).
import { createHash } from 'node:crypto'
import { longestText } from './making-text'
import { writeMainPacket } from './xmp-packet'

const app1 = 0xe1
const packetMark = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1')
const extensionMark = Buffer.from('http://ns.adobe.com/xmp/extension/\0', 'latin1')

/** A segment says its length in two bytes, themselves included. */
const longestSegment = 65_533
const longestPiece = 65_400
const nameLength = 32

/** The segments that hold the packet, whatever its length. */
export function writeXmpSegments(packet: Uint8Array): Uint8Array {
  if (packetMark.length + packet.length <= longestSegment) return writeSegment(packetMark, packet)
  const name = nameExtension(packet)
  const segments = [writeSegment(packetMark, writeMainPacket(name))]
  for (let offset = 0; offset < packet.length; offset += longestPiece) {
    const header = Buffer.alloc(nameLength + 8)
    header.write(name, 'latin1')
    header.writeUInt32BE(packet.length, nameLength)
    header.writeUInt32BE(offset, nameLength + 4)
    segments.push(writeSegment(extensionMark, header, packet.subarray(offset, offset + longestPiece)))
  }
  return Buffer.concat(segments)
}

/** The packet of a segment's content; undefined where it is something else. */
export function readPacketSegment(data: Uint8Array): Uint8Array | undefined {
  return startsWith(data, packetMark) ? data.subarray(packetMark.length) : undefined
}

export interface ExtensionPiece {
  readonly name: string
  /** Of the whole extension, as it claims. */
  readonly length: number
  readonly offset: number
  readonly content: Uint8Array
}

export function readExtensionPiece(data: Uint8Array): ExtensionPiece | undefined {
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

/** The extension of this name, where all of it is there; the claims of its pieces are not believed. */
export function joinExtension(name: string, pieces: readonly ExtensionPiece[]): Uint8Array | undefined {
  const own = [...pieces].sort((one, other) => one.offset - other.offset)
  let length = 0
  for (const piece of own) {
    if (piece.offset !== length) return undefined
    length += piece.content.length
  }
  if (length === 0 || length > longestText) return undefined
  const extension = Buffer.concat(own.map(({ content }) => content))
  return nameExtension(extension) === name ? extension : undefined
}

/** MD5 because the specification wants it: a name, not a seal. */
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
