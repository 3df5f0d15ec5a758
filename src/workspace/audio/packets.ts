// Packets of PCM and FLAC audio, whose containers do not always state them.
import type { AudioCodec, EncodedPacket } from 'mediabunny'
import type { OpenAudio } from './open-audio'

interface PcmForm {
  readonly codec: AudioCodec
  readonly convert: (bytes: Uint8Array) => Uint8Array
}

/** Uncompressed sound that a WAV file holds in another form only. */
export const pcmForms: Partial<Record<AudioCodec, PcmForm>> = {
  'pcm-s16be': { codec: 'pcm-s16', convert: (bytes) => turnAround(bytes, 2) },
  'pcm-s24be': { codec: 'pcm-s24', convert: (bytes) => turnAround(bytes, 3) },
  'pcm-s32be': { codec: 'pcm-s32', convert: (bytes) => turnAround(bytes, 4) },
  'pcm-f32be': { codec: 'pcm-f32', convert: (bytes) => turnAround(bytes, 4) },
  'pcm-f64be': { codec: 'pcm-f64', convert: (bytes) => turnAround(bytes, 8) },
  'pcm-s8': { codec: 'pcm-u8', convert: (bytes) => bytes.map((byte) => byte ^ 0x80) },
}

/** Big-endian to little-endian; what is no whole sample at the end is dropped. */
function turnAround(bytes: Uint8Array, width: number): Uint8Array {
  const turned = new Uint8Array(bytes.length - (bytes.length % width))
  for (let at = 0; at < turned.length; at += width) {
    for (let byte = 0; byte < width; byte += 1) turned[at + byte] = bytes[at + width - 1 - byte] ?? 0
  }
  return turned
}

/** Seconds. Some containers have an hour in one packet. */
const longest = 1

/** Uncompressed packets of more than a second become several; others pass. */
export async function* splitLong(
  { track }: OpenAudio,
  packets: AsyncIterable<EncodedPacket>,
): AsyncGenerator<EncodedPacket, void, undefined> {
  const codec = (await track.getCodec()) ?? ''
  const isPcm = codec.startsWith('pcm-') || codec === 'ulaw' || codec === 'alaw'
  const rate = await track.getSampleRate()
  for await (const packet of packets) {
    if (isPcm && packet.duration > longest) yield* splitPacket(packet, rate)
    else yield packet
  }
}

function* splitPacket(packet: EncodedPacket, rate: number): Generator<EncodedPacket> {
  const frames = Math.round(packet.duration * rate)
  const width = Math.floor(packet.byteLength / frames)
  for (let at = 0; at < frames; at += rate * longest) {
    const count = Math.min(rate * longest, frames - at)
    yield packet.clone({
      data: packet.data.subarray(at * width, (at + count) * width),
      timestamp: packet.timestamp + at / rate,
      duration: count / rate,
    })
  }
}

// The FLAC frame layout is that of RFC 9639, section 9. Each frame states its number in the stream; a piece begins with 0.

/** `first` is the number that the piece's first frame had. */
export function renumberFrame(frame: Uint8Array, first: number): Uint8Array {
  const { value, length } = readNumber(frame)
  const number = writeNumber(Math.max(0, value - first))
  const checkAt = 4 + length + countTail(frame)
  const head = [...frame.subarray(0, 4), ...number, ...frame.subarray(4 + length, checkAt)]
  const body = frame.subarray(checkAt + 1, frame.length - 2)
  const renumbered = new Uint8Array(head.length + 1 + body.length + 2)
  renumbered.set(head)
  renumbered[head.length] = checkHead(head)
  renumbered.set(body, head.length + 1)
  const check = checkFrame(renumbered.subarray(0, -2))
  renumbered[renumbered.length - 2] = check >> 8
  renumbered[renumbered.length - 1] = check & 0xff
  return renumbered
}

export function readFrameNumber(frame: Uint8Array): number {
  return readNumber(frame).value
}

/** Written as UTF-8 writes letters, with up to seven bytes. */
function readNumber(frame: Uint8Array) {
  const lead = frame[4] ?? 0
  const length = lead < 0x80 ? 1 : Math.clz32(~(lead << 24))
  let value = lead < 0x80 ? lead : lead & (0x7f >> length)
  for (let at = 5; at < 4 + length; at += 1) value = value * 64 + ((frame[at] ?? 0) & 0x3f)
  return { value, length }
}

function writeNumber(value: number): number[] {
  if (value < 0x80) return [value]
  const rest: number[] = []
  let left = value
  // What is left must fit beside the marks of the first byte.
  while (left >= 2 ** (6 - rest.length)) {
    rest.unshift(0x80 | (left % 64))
    left = Math.floor(left / 64)
  }
  const marks = (0xff00 >> (rest.length + 1)) & 0xff
  return [marks | left, ...rest]
}

/** Bytes between the number and the head's check: an uncommon block size and an uncommon sample rate. */
function countTail(frame: Uint8Array): number {
  const blockSize = (frame[2] ?? 0) >> 4
  const sampleRate = (frame[2] ?? 0) & 0x0f
  const forSize = blockSize === 6 ? 1 : blockSize === 7 ? 2 : 0
  const forRate = sampleRate === 12 ? 1 : sampleRate === 13 || sampleRate === 14 ? 2 : 0
  return forSize + forRate
}

/** CRC-8 with the polynomial 0x07. */
function checkHead(bytes: readonly number[]): number {
  let check = 0
  for (const byte of bytes) {
    check ^= byte
    for (let bit = 0; bit < 8; bit += 1) check = ((check << 1) ^ (check & 0x80 ? 0x07 : 0)) & 0xff
  }
  return check
}

/** CRC-16 with the polynomial 0x8005, a byte at a time. */
const checks = Uint16Array.from({ length: 256 }, (_, byte) => {
  let check = byte << 8
  for (let bit = 0; bit < 8; bit += 1) check = ((check << 1) ^ (check & 0x8000 ? 0x8005 : 0)) & 0xffff
  return check
})

function checkFrame(bytes: Uint8Array): number {
  let check = 0
  for (const byte of bytes) check = ((check << 8) ^ (checks[(check >> 8) ^ byte] ?? 0)) & 0xffff
  return check
}
