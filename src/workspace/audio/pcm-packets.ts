// Brings uncompressed sound into the forms that a WAV file can hold.
import type { AudioCodec, EncodedPacket } from 'mediabunny'
import type { OpenSound } from './open-sound'

interface PcmForm {
  readonly codec: AudioCodec
  /** Of one sample, in the old form and the new. */
  readonly width: number
  readonly convert: (bytes: Uint8Array) => Uint8Array
}

const forms: Partial<Record<AudioCodec, PcmForm>> = {
  'pcm-s16be': { codec: 'pcm-s16', width: 2, convert: (bytes) => turnAround(bytes, 2) },
  'pcm-s24be': { codec: 'pcm-s24', width: 3, convert: (bytes) => turnAround(bytes, 3) },
  'pcm-s32be': { codec: 'pcm-s32', width: 4, convert: (bytes) => turnAround(bytes, 4) },
  'pcm-f32be': { codec: 'pcm-f32', width: 4, convert: (bytes) => turnAround(bytes, 4) },
  'pcm-f64be': { codec: 'pcm-f64', width: 8, convert: (bytes) => turnAround(bytes, 8) },
  'pcm-s8': { codec: 'pcm-u8', width: 1, convert: (bytes) => bytes.map((byte) => byte ^ 0x80) },
}

/** Undefined where a WAV file holds it as it is, or it is no uncompressed sound. */
export function findPcmForm(codec: AudioCodec): PcmForm | undefined {
  return forms[codec]
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
  { track }: OpenSound,
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
