// Reads the duration and codec of an audio or video file, and selects the container to send it in.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import {
  AUDIO_CODECS,
  type AudioCodec,
  FLAC,
  FlacOutputFormat,
  type InputFormat,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  type OutputFormat,
  WAVE,
  WavOutputFormat,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import { readMediaType, supportedAudio } from '../media/media-type'
import { audioError, eachPacket, explainAudioError, type OpenAudio, openAudio } from './open-audio'

export interface AudioInfo {
  readonly seconds: number
  /** Such as `opus` or `pcm-s16`. For a codec that cannot be cut, the container's name for it, such as `alac`. */
  readonly codec: string
  /** The extension to send the complete file under, whatever the user's file is called. */
  readonly extension: AudioExtension
  readonly mimeType: string
  /** The size of the audio to send, without the video track. */
  readonly bytes: number
  /** Whether the file can be sent unchanged under `extension`. Otherwise `cutPiece` must convert it. */
  readonly canSendAsIs: boolean
}

/** Whether `cutPiece` can copy parts of a file with this codec. */
export function canCut(codec: string): boolean {
  const codecs: readonly string[] = AUDIO_CODECS
  return codecs.includes(codec)
}

/** Throws an ApiError that names the file if it is empty, damaged, or has no audio. */
export async function readAudio(path: string, name: string): Promise<AudioInfo> {
  const { size } = await stat(path)
  if (size === 0) throw audioError(`“${name}” is empty.`)
  await rejectUnsupportedType(path, name)
  const audio = await openAudio(path, name)
  try {
    const seconds = await measureSeconds(audio)
    if (!(seconds > 0)) throw audioError(`“${name}” has no audio (its duration is 0).`)
    const { codec, extension, canSendAsIs } = await chooseContainer(audio, name)
    const bytes = canSendAsIs ? size : await estimateBytes(audio)
    return { seconds, codec, extension, mimeType: audioContainers[extension].mimeType, bytes, canSendAsIs }
  } catch (error) {
    throw explainAudioError(error, name)
  } finally {
    audio.close()
  }
}

/** Measures the packets, because the header of a truncated file is wrong. */
async function measureSeconds(audio: OpenAudio): Promise<number> {
  const { track, origin } = audio
  if ((await track.getCodec()) === null) return (await track.getDurationFromMetadata()) ?? 0
  const end = await track.computeDuration({ metadataOnly: true }).catch(() => measureReadable(audio))
  return end - origin
}

/** Ignores damaged packets at the end. */
async function measureReadable(audio: OpenAudio): Promise<number> {
  let end = audio.origin
  try {
    for await (const packet of eachPacket(audio, { metadataOnly: true })) {
      end = packet.timestamp + packet.duration
    }
  } catch {}
  return end
}

/** Estimates the size in another container, which adds bytes to each packet. */
async function estimateBytes(audio: OpenAudio): Promise<number> {
  let bytes = 4096
  for await (const packet of eachPacket(audio, { metadataOnly: true })) bytes += packet.byteLength + 12
  return bytes
}

const unsupportedTypes: Readonly<Record<string, string>> = {
  'video/mpeg': 'an MPEG program stream',
  'video/avi': 'an AVI file',
  'video/x-flv': 'a Flash video',
  'video/x-ms-wmv': 'a Windows Media file',
  'audio/aiff': 'an AIFF file',
}

/** Rejects unsupported containers early, because the parser may find fragments of audio in some of them. */
async function rejectUnsupportedType(path: string, name: string): Promise<void> {
  const { mimeType } = readMediaType(Buffer.concat(await createReadStream(path, { end: 63 }).toArray()))
  const unsupportedType = unsupportedTypes[mimeType]
  if (unsupportedType)
    throw audioError(
      `“${name}” is ${unsupportedType}, which isn’t supported. Supported formats: ${supportedAudio}.`,
    )
  if (/^(image|text|application\/pdf)/.test(mimeType)) throw audioError(`“${name}” isn’t an audio file.`)
}

interface Container {
  readonly mimeType: string
  readonly createFormat: () => OutputFormat
}

/** The containers that upstreams accept, by the file extension that they recognize (wire §8). */
export const audioContainers = {
  flac: { mimeType: 'audio/flac', createFormat: () => new FlacOutputFormat() },
  mp3: { mimeType: 'audio/mpeg', createFormat: () => new Mp3OutputFormat() },
  // No Xing header, because it would be a layer III frame.
  mpga: { mimeType: 'audio/mpeg', createFormat: () => new Mp3OutputFormat({ xingHeader: false }) },
  m4a: { mimeType: 'audio/mp4', createFormat: () => new Mp4OutputFormat({ fastStart: false }) },
  ogg: { mimeType: 'audio/ogg', createFormat: () => new OggOutputFormat() },
  wav: { mimeType: 'audio/wav', createFormat: () => new WavOutputFormat() },
  webm: { mimeType: 'audio/webm', createFormat: () => new WebMOutputFormat() },
} satisfies Readonly<Record<string, Container>>

export type AudioExtension = keyof typeof audioContainers

const extensionOf = new Map<InputFormat, AudioExtension>([
  [FLAC, 'flac'],
  [MP4, 'm4a'],
  [OGG, 'ogg'],
  [WAVE, 'wav'],
  [WEBM, 'webm'],
])

const extensionByCodec: Partial<Record<AudioCodec, AudioExtension>> = {
  aac: 'm4a',
  ac3: 'm4a',
  eac3: 'm4a',
  mp3: 'mp3',
  flac: 'flac',
  opus: 'webm',
  vorbis: 'webm',
}

/** Prefers the current container. Returns undefined if no accepted container supports the codec. */
function findContainer(codec: AudioCodec, current: AudioExtension | undefined): AudioExtension | undefined {
  if (codec.startsWith('pcm-') || codec === 'ulaw' || codec === 'alaw') return 'wav'
  if ((codec === 'opus' || codec === 'vorbis') && current === 'ogg') return 'ogg'
  if (codec === 'mp3' && current === 'mpga') return 'mpga'
  return extensionByCodec[codec]
}

/** `canSendAsIs` is true if upstreams accept the current container, and it contains only audio. */
type ContainerChoice = Pick<AudioInfo, 'codec' | 'extension' | 'canSendAsIs'>

export async function chooseContainer(audio: OpenAudio, name: string): Promise<ContainerChoice> {
  const codec = await audio.track.getCodec()
  const current = await detectContainer(audio)
  if (codec === null) {
    const id = await audio.track.getInternalCodecId()
    const codecName = typeof id === 'string' ? id : 'unknown'
    // The upstream may support a codec that cannot be cut here.
    if (current !== undefined && !audio.hasVideo)
      return { codec: codecName, extension: current, canSendAsIs: true }
    throw unsupportedCodec(name, codecName)
  }
  const extension = findContainer(codec, current)
  if (extension === undefined) throw unsupportedCodec(name, codec)
  return { codec, extension, canSendAsIs: current === extension && !audio.hasVideo }
}

function unsupportedCodec(name: string, codec: string) {
  return audioError(`“${name}” uses an audio format that can’t be sent (${codec}).`)
}

/** Returns undefined if upstreams do not accept the container. */
async function detectContainer({ format, packets }: OpenAudio): Promise<AudioExtension | undefined> {
  if (format !== MP3) return extensionOf.get(format)
  const first = await packets.getFirstPacket()
  // MPEG audio has three layers; only the third is MP3.
  return first && (((first.data[1] ?? 0) >> 1) & 3) === 1 ? 'mp3' : 'mpga'
}
