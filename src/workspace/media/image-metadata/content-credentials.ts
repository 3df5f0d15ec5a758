// Detects Content Credentials (C2PA) where the specification puts them.
import { readBoxes } from '../measure-media'
import { readMediaType } from '../media-type'
import { readSegments } from './jpeg'
import { readChunks } from './png'

/** True if they are present, valid or not. */
export function hasC2pa(bytes: Uint8Array): boolean {
  const { mimeType } = readMediaType(bytes)
  for (const store of stores[mimeType]?.(bytes) ?? []) if (isManifestStore(store)) return true
  return false
}

type FindStores = (bytes: Uint8Array) => Generator<Uint8Array>

const stores: Readonly<Record<string, FindStores>> = {
  'image/png': inPng,
  'image/jpeg': inJpeg,
  'image/webp': inWebp,
  'image/avif': inBoxes,
  'image/heic': inBoxes,
  'image/heif': inBoxes,
}

function* inPng(bytes: Uint8Array): Generator<Uint8Array> {
  for (const { type, data } of readChunks(bytes)) if (type === 'caBX') yield data
}

/** APP11 has JUMBF in packets: `JP`, the box number, the packet number. The first packet has the start of the box. */
function* inJpeg(bytes: Uint8Array): Generator<Uint8Array> {
  for (const { marker, data } of readSegments(bytes)) {
    const isFirst = latin1(data, 0, 2) === 'JP' && latin1(data, 4, 8) === '\0\0\0\x01'
    if (marker === 0xeb && isFirst) yield data.subarray(8)
  }
}

function* inWebp(bytes: Uint8Array): Generator<Uint8Array> {
  for (const { type, data } of readRiffChunks(bytes)) if (type === 'C2PA') yield data
}

const boxIdentity = 'd8fec3d61b0e483c92975828877ec481'

/** A `uuid` box: identity, version and flags, the purpose with a zero byte, the offset of a Merkle box, then the store. */
function* inBoxes(bytes: Uint8Array): Generator<Uint8Array> {
  for (const { type, data } of readBoxes(bytes)) {
    if (type !== 'uuid' || Buffer.from(data.subarray(0, 16)).toString('hex') !== boxIdentity) continue
    const purpose = data.subarray(20, 84)
    const end = purpose.indexOf(0)
    if (end > 0) yield data.subarray(20 + end + 1 + 8)
  }
}

const storeIdentity = '6332706100110010800000aa00389b71'

/** Checks for a JUMBF superbox that starts with the description of a manifest store. */
function isManifestStore(bytes: Uint8Array): boolean {
  if (latin1(bytes, 4, 8) !== 'jumb') return false
  const start = latin1(bytes, 0, 4) === '\0\0\0\x01' ? 16 : 8
  const isDescribed = latin1(bytes, start + 4, start + 8) === 'jumd'
  return isDescribed && Buffer.from(bytes.subarray(start + 8, start + 24)).toString('hex') === storeIdentity
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.subarray(start, end)).toString('latin1')
}

interface RiffChunk {
  readonly type: string
  /** Offset of its type, and of the next chunk. */
  readonly start: number
  readonly end: number
  /** Without the padding byte that makes its length even. */
  readonly data: Uint8Array
}

/** Type, length and form of the file itself. */
const riffHeaderLength = 12

/** Ends at the first wrong length, or at the length that the file claims. */
function* readRiffChunks(bytes: Uint8Array): Generator<RiffChunk> {
  if (bytes.length < riffHeaderLength) return
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const fileEnd = Math.min(bytes.length, 8 + view.getUint32(4, true))
  let start = riffHeaderLength
  while (start + 8 <= fileEnd) {
    const length = view.getUint32(start + 4, true)
    const end = start + 8 + length + (length & 1)
    if (end > fileEnd) return
    const type = String.fromCharCode(...bytes.subarray(start, start + 4))
    yield { type, start, end, data: bytes.subarray(start + 8, start + 8 + length) }
    start = end
  }
}
