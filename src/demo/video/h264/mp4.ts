// Writes encoded pictures to an MP4 file, with the index first so that players can start and seek
// immediately.
import { Buffer } from 'node:buffer'
import type { EncodedFrame } from './encode'

interface Track {
  readonly width: number
  readonly height: number
  /** Frames per second. */
  readonly rate: number
  readonly sequenceSet: Uint8Array
  readonly pictureSet: Uint8Array
  readonly frames: readonly EncodedFrame[]
}

/** Ticks per second. */
const timescale = 12_288

export function writeMp4(track: Track): Buffer {
  const samples = track.frames.map(({ unit }) => Buffer.concat([u32(unit.length), unit]))
  const fileType = box('ftyp', text('isom'), u32(512), text('isomiso2avc1mp41'))
  const index = (start: number) => box('moov', movieHeader(track), trackBox(track, samples, start))
  const start = fileType.length + index(0).length + 8
  return Buffer.concat([fileType, index(start), box('mdat', ...samples)])
}

function box(name: string, ...contents: readonly Uint8Array[]): Buffer {
  const length = contents.reduce((sum, content) => sum + content.length, 8)
  return Buffer.concat([u32(length), text(name), ...contents])
}

function text(value: string): Buffer {
  return Buffer.from(value, 'latin1')
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => {
    bytes.writeUInt32BE(value, index * 4)
  })
  return bytes
}

function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, index) => {
    bytes.writeUInt16BE(value, index * 2)
  })
  return bytes
}

function ticks({ frames, rate }: Track): number {
  return (frames.length * timescale) / rate
}

const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

function movieHeader(track: Track): Buffer {
  const volume = Buffer.concat([u32(0x10000), u16(0x100), Buffer.alloc(10)])
  return box('mvhd', u32(0, 0, 0, timescale, ticks(track)), volume, matrix, Buffer.alloc(24), u32(2))
}

function trackBox(track: Track, samples: readonly Buffer[], start: number): Buffer {
  const { width, height } = track
  const header = box(
    'tkhd',
    u32(3, 0, 0, 1, 0, ticks(track), 0, 0, 0, 0),
    matrix,
    u32(width << 16, height << 16),
  )
  const times = box('mdhd', u32(0, 0, 0, timescale, ticks(track)), u16(0x55c4, 0))
  const handler = box('hdlr', u32(0, 0), text('vide'), Buffer.alloc(12), text('VideoHandler\0'))
  const source = box('dinf', box('dref', u32(0, 1), box('url ', u32(1))))
  const media = box('minf', box('vmhd', u32(1), u16(0, 0, 0, 0)), source, sampleTable(track, samples, start))
  return box('trak', header, box('mdia', times, handler, media))
}

function sampleTable(track: Track, samples: readonly Buffer[], start: number): Buffer {
  const keys = track.frames.flatMap(({ key }, index) => (key ? [index + 1] : []))
  return box(
    'stbl',
    box('stsd', u32(0, 1), describeSamples(track)),
    box('stts', u32(0, 1, samples.length, timescale / track.rate)),
    box('stss', u32(0, keys.length, ...keys)),
    box('stsc', u32(0, 1, 1, samples.length, 1)),
    box('stsz', u32(0, 0, samples.length, ...samples.map(({ length }) => length))),
    box('stco', u32(0, 1, start)),
  )
}

function describeSamples({ width, height, sequenceSet, pictureSet }: Track): Buffer {
  const sets = [
    Buffer.from([0xe1]),
    u16(sequenceSet.length),
    sequenceSet,
    Buffer.from([1]),
    u16(pictureSet.length),
    pictureSet,
  ]
  const configuration = box('avcC', Buffer.from([1, ...sequenceSet.subarray(1, 4), 0xff]), ...sets)
  const picture = [u16(width, height), u32(0x480000, 0x480000, 0), u16(1), Buffer.alloc(32), u16(24, 0xffff)]
  return box('avc1', Buffer.alloc(6), u16(1), Buffer.alloc(16), ...picture, configuration)
}
