// Copies encoded audio packets into a new file without decoding them, to cut or repair a recording.
import { rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  type AudioCodec,
  EncodedAudioPacketSource,
  type EncodedPacket,
  FilePathTarget,
  Output,
} from 'mediabunny'
import { audioError, eachPacket, explainAudioError, type OpenAudio, openAudio } from './open-audio'
import { type AudioExtension, audioContainers, chooseContainer } from './read-audio'

interface CutOptions {
  /** The name of the user's file, for error messages. */
  readonly name?: string
  /** Copies the packets that start within these milliseconds, so that adjacent pieces share none. `Infinity` is the end. */
  readonly from: number
  readonly to: number
  /** The path of the new file, which is overwritten. Its extension does not matter. */
  readonly target: string
  readonly signal?: AbortSignal
}

interface CopyOptions extends CutOptions {
  readonly name: string
  readonly extension: AudioExtension
}

/** How much may be missing at the end of a truncated file. */
const maxMissingMs = 2000

/** The times of the new file start at 0. Resolves with its length in bytes. */
export async function copyPackets(audio: OpenAudio, options: CopyOptions): Promise<number> {
  const output = new Output({
    format: audioContainers[options.extension].createFormat(),
    // Larger chunks would hold most of a piece in memory.
    target: new FilePathTarget(options.target, { chunked: true, chunkSize: 2 ** 20 }),
  })
  try {
    await addPackets(audio, { ...options, output })
    await output.finalize()
  } catch (error) {
    await output.cancel().catch(() => undefined)
    throw error
  }
  return (await stat(options.target)).size
}

async function addPackets(
  audio: OpenAudio,
  options: CopyOptions & { readonly output: Output },
): Promise<void> {
  const { name, from, to, output } = options
  const codec = await audio.track.getCodec()
  const config = await audio.track.getDecoderConfig()
  if (codec === null || config === null)
    throw audioError(`“${name}” uses an audio format that can’t be split.`)
  const pcm = pcmConversions[codec]
  const source = new EncodedAudioPacketSource(pcm?.codec ?? codec)
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = pcm ? { ...config, codec: pcm.codec } : config
  const rewrite = codec === 'flac' ? createRenumbering() : (bytes: Uint8Array) => pcm?.convert(bytes) ?? bytes
  let start: number | undefined
  for await (const packet of packetsWithin(audio, options)) {
    start ??= packet.timestamp
    const timestamp = packet.timestamp - start
    await source.add(packet.clone({ data: rewrite(packet.data), timestamp }), { decoderConfig })
  }
  if (start === undefined)
    throw audioError(`“${name}” has no audio from ${formatTime(from)} to ${formatTime(to)}.`)
}

async function* packetsWithin(
  audio: OpenAudio,
  { name, from, to, signal }: CopyOptions,
): AsyncGenerator<EncodedPacket> {
  const { origin } = audio
  // The first packet may start before 0, for decoders with a pre-roll.
  const readOptions = { signal, ...(from > 0 ? { from: from / 1000 + origin } : {}) }
  let end = from
  try {
    for await (const packet of splitLong(audio, eachPacket(audio, readOptions))) {
      const at = (packet.timestamp - origin) * 1000
      if (at >= to) return
      yield packet
      end = at + packet.duration * 1000
    }
  } catch (error) {
    if (signal?.aborted || end === from) throw error
    if (Number.isFinite(to) && end < to - maxMissingMs) {
      throw audioError(`“${name}” is damaged at ${formatTime(end)}.`, error)
    }
  }
}

/** The frames of a FLAC file must be numbered from 0. */
function createRenumbering(): (frame: Uint8Array) => Uint8Array {
  let first: number | undefined
  return (frame) => {
    first ??= readFrameNumber(frame)
    return first === 0 ? frame : renumberFrame(frame, first)
  }
}

/** `62:05`. */
function formatTime(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return 'the end'
  const seconds = Math.floor(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Resolves with the extension that upstreams expect. Deletes the target if this fails. */
export async function cutPiece({
  path,
  name = basename(path),
  ...options
}: CutOptions & { readonly path: string }) {
  const audio = await openAudio(path, name)
  try {
    const { extension } = await chooseContainer(audio, name)
    const bytes = await copyPackets(audio, { ...options, name, extension })
    return { bytes, extension, mimeType: audioContainers[extension].mimeType }
  } catch (error) {
    await rm(options.target, { force: true })
    throw options.signal?.aborted ? error : explainAudioError(error, name)
  } finally {
    audio.close()
  }
}

interface PcmConversion {
  readonly codec: AudioCodec
  readonly convert: (bytes: Uint8Array) => Uint8Array
}

/** PCM codecs that a WAV file does not support, and what they are converted to. */
const pcmConversions: Partial<Record<AudioCodec, PcmConversion>> = {
  'pcm-s16be': { codec: 'pcm-s16', convert: (bytes) => swapBytes(bytes, 2) },
  'pcm-s24be': { codec: 'pcm-s24', convert: (bytes) => swapBytes(bytes, 3) },
  'pcm-s32be': { codec: 'pcm-s32', convert: (bytes) => swapBytes(bytes, 4) },
  'pcm-f32be': { codec: 'pcm-f32', convert: (bytes) => swapBytes(bytes, 4) },
  'pcm-f64be': { codec: 'pcm-f64', convert: (bytes) => swapBytes(bytes, 8) },
  'pcm-s8': { codec: 'pcm-u8', convert: (bytes) => bytes.map((byte) => byte ^ 0x80) },
}

/** Converts big-endian to little-endian. Drops an incomplete sample at the end. */
function swapBytes(bytes: Uint8Array, width: number): Uint8Array {
  const swapped = new Uint8Array(bytes.length - (bytes.length % width))
  for (let at = 0; at < swapped.length; at += width) {
    for (let byte = 0; byte < width; byte += 1) swapped[at + byte] = bytes[at + width - 1 - byte] ?? 0
  }
  return swapped
}

/** Some containers have an hour in one packet. */
const maxPacketSeconds = 1

/** Splits PCM packets of more than a second. */
async function* splitLong(
  { track }: OpenAudio,
  packets: AsyncIterable<EncodedPacket>,
): AsyncGenerator<EncodedPacket, void, undefined> {
  const codec = (await track.getCodec()) ?? ''
  const isPcm = codec.startsWith('pcm-') || codec === 'ulaw' || codec === 'alaw'
  const rate = await track.getSampleRate()
  for await (const packet of packets) {
    if (isPcm && packet.duration > maxPacketSeconds) yield* splitPacket(packet, rate)
    else yield packet
  }
}

function* splitPacket(packet: EncodedPacket, rate: number): Generator<EncodedPacket> {
  const frames = Math.round(packet.duration * rate)
  const width = Math.floor(packet.byteLength / frames)
  for (let at = 0; at < frames; at += rate * maxPacketSeconds) {
    const count = Math.min(rate * maxPacketSeconds, frames - at)
    yield packet.clone({
      data: packet.data.subarray(at * width, (at + count) * width),
      timestamp: packet.timestamp + at / rate,
      duration: count / rate,
    })
  }
}

// The layout of FLAC frames is in RFC 9639, section 9. Each frame has its number in the stream, starting at 0.

/** `first` is the original number of the piece's first frame. */
export function renumberFrame(frame: Uint8Array, first: number): Uint8Array {
  const { value, length } = readNumber(frame)
  const number = writeNumber(Math.max(0, value - first))
  const checksumAt = 4 + length + countOptionalBytes(frame)
  const head = [...frame.subarray(0, 4), ...number, ...frame.subarray(4 + length, checksumAt)]
  const body = frame.subarray(checksumAt + 1, frame.length - 2)
  const renumbered = new Uint8Array(head.length + 1 + body.length + 2)
  renumbered.set(head)
  renumbered[head.length] = headChecksum(head)
  renumbered.set(body, head.length + 1)
  const checksum = frameChecksum(renumbered.subarray(0, -2))
  renumbered[renumbered.length - 2] = checksum >> 8
  renumbered[renumbered.length - 1] = checksum & 0xff
  return renumbered
}

export function readFrameNumber(frame: Uint8Array): number {
  return readNumber(frame).value
}

/** Encoded like a UTF-8 character, with up to seven bytes. */
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
  let remaining = value
  // The remaining bits must fit beside the length bits of the first byte.
  while (remaining >= 2 ** (6 - rest.length)) {
    rest.unshift(0x80 | (remaining % 64))
    remaining = Math.floor(remaining / 64)
  }
  const lengthBits = (0xff00 >> (rest.length + 1)) & 0xff
  return [lengthBits | remaining, ...rest]
}

/** The bytes between the number and the header's checksum, for uncommon block sizes and sample rates. */
function countOptionalBytes(frame: Uint8Array): number {
  const blockSize = (frame[2] ?? 0) >> 4
  const sampleRate = (frame[2] ?? 0) & 0x0f
  const forSize = blockSize === 6 ? 1 : blockSize === 7 ? 2 : 0
  const forRate = sampleRate === 12 ? 1 : sampleRate === 13 || sampleRate === 14 ? 2 : 0
  return forSize + forRate
}

/** CRC-8 with the polynomial 0x07. */
function headChecksum(bytes: readonly number[]): number {
  let checksum = 0
  for (const byte of bytes) {
    checksum ^= byte
    for (let bit = 0; bit < 8; bit += 1) checksum = ((checksum << 1) ^ (checksum & 0x80 ? 0x07 : 0)) & 0xff
  }
  return checksum
}

/** CRC-16 with the polynomial 0x8005, a byte at a time. */
const checks = Uint16Array.from({ length: 256 }, (_, byte) => {
  let checksum = byte << 8
  for (let bit = 0; bit < 8; bit += 1)
    checksum = ((checksum << 1) ^ (checksum & 0x8000 ? 0x8005 : 0)) & 0xffff
  return checksum
})

function frameChecksum(bytes: Uint8Array): number {
  let checksum = 0
  for (const byte of bytes) checksum = ((checksum << 8) ^ (checks[(checksum >> 8) ^ byte] ?? 0)) & 0xffff
  return checksum
}
