// Reads an audio or video file's length, tracks and codec, and chooses the container its pieces are cut into.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import {
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
import { readMediaType } from '../media/media-type'
import { audioError, eachPacket, explainAudioError, type OpenAudio, openAudio } from './open-audio'

export interface AudioInfo {
  readonly seconds: number
  /** As `opus`, `pcm-s16`; of one that cannot be taken apart here, the container's own name for it, as `alac`. */
  readonly codec: string
  /** Of the complete file for the upstream, whatever the user's file is called. */
  readonly extension: AudioExtension
  readonly mimeType: string
  /** Of what is to be sent: of a video without its pictures. */
  readonly bytes: number
  /** Whether the file can be sent as it is under `extension`; otherwise `cutPiece` makes what can. */
  readonly canSendAsIs: boolean
}

/** Throws an ApiError that names the file: empty, no sound, a video without sound, damaged. */
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

/** By the packets, not by what the head claims: a file may have been cut off. */
async function measureSeconds(audio: OpenAudio): Promise<number> {
  const { track, origin } = audio
  if ((await track.getCodec()) === null) return (await track.getDurationFromMetadata()) ?? 0
  const end = await track.computeDuration({ metadataOnly: true }).catch(() => measureReadable(audio))
  return end - origin
}

/** If the last packets are damaged, the others still are a sound. */
async function measureReadable(audio: OpenAudio): Promise<number> {
  let end = audio.origin
  try {
    for await (const packet of eachPacket(audio, { metadataOnly: true })) {
      end = packet.timestamp + packet.duration
    }
  } catch {}
  return end
}

/** About, with what another container adds to each packet. */
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

/** Containers that cannot be taken apart here; within some of them sound could be found by chance, in pieces. */
async function rejectUnsupportedType(path: string, name: string): Promise<void> {
  const { mimeType } = readMediaType(Buffer.concat(await createReadStream(path, { end: 63 }).toArray()))
  const unsupportedType = unsupportedTypes[mimeType]
  const supported = 'MP3, MP4, M4A, MPGA, OGG, WAV, WebM, and FLAC'
  if (unsupportedType)
    throw audioError(
      `“${name}” is ${unsupportedType}, which isn’t supported. Supported formats: ${supported}.`,
    )
  if (/^(image|text|application\/pdf)/.test(mimeType)) throw audioError(`“${name}” isn’t an audio file.`)
}

interface Container {
  readonly mimeType: string
  readonly createFormat: () => OutputFormat
}

/** Those that upstreams take, by the ending of the file name by which they recognize them (wire §8). */
export const audioContainers = {
  flac: { mimeType: 'audio/flac', createFormat: () => new FlacOutputFormat() },
  mp3: { mimeType: 'audio/mpeg', createFormat: () => new Mp3OutputFormat() },
  // Its first frame, which tells the length, would be of the third layer.
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

/** Undefined if no container that the upstream takes can hold it. Its own stays if that can. */
function findContainer(codec: AudioCodec, current: AudioExtension | undefined): AudioExtension | undefined {
  if (codec.startsWith('pcm-') || codec === 'ulaw' || codec === 'alaw') return 'wav'
  if ((codec === 'opus' || codec === 'vorbis') && current === 'ogg') return 'ogg'
  if (codec === 'mp3' && current === 'mpga') return 'mpga'
  return extensionByCodec[codec]
}

/** As in `AudioInfo`; `asItIs` if its own container is one that the upstream takes, and holds nothing else. */
type ContainerChoice = Pick<AudioInfo, 'codec' | 'extension' | 'canSendAsIs'>

export async function chooseContainer(audio: OpenAudio, name: string): Promise<ContainerChoice> {
  const codec = await audio.track.getCodec()
  const current = await detectContainer(audio)
  if (codec === null) {
    const id = await audio.track.getInternalCodecId()
    const codecName = typeof id === 'string' ? id : 'unknown'
    // Another program may know what this one cannot take apart.
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

/** Undefined if the upstream takes no such container. */
async function detectContainer({ format, packets }: OpenAudio): Promise<AudioExtension | undefined> {
  if (format !== MP3) return extensionOf.get(format)
  const first = await packets.getFirstPacket()
  // MPEG audio has three layers; only the third is MP3.
  return first && (((first.data[1] ?? 0) >> 1) & 3) === 1 ? 'mp3' : 'mpga'
}
