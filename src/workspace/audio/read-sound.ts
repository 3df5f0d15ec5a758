// Tells what a file holds that is to be transcribed, and refuses what is no sound.
import { open, stat } from 'node:fs/promises'
import { readMediaType } from '../media/media-type'
import { type SoundExtension, soundTypes } from './carriers'
import { chooseCarrier } from './choose-carrier'
import { explainSound, type OpenSound, openSound, refuseSound } from './open-sound'
import { eachPacket } from './walk-packets'

export interface Sound {
  readonly seconds: number
  /** As `opus`, `pcm-s16`; of one that cannot be taken apart here, the container's own name for it, as `alac`. */
  readonly codec: string
  /** What the whole of it is to be called for the upstream, whatever the user's file is called. */
  readonly extension: SoundExtension
  readonly mimeType: string
  /** Of what is to be sent: of a video without its pictures. */
  readonly bytes: number
  /** Whether the file can be sent as it is under `extension`; otherwise `cutPiece` makes what can. */
  readonly asItIs: boolean
}

/** Throws an ApiError that names the file: empty, no sound, a video without sound, damaged. */
export async function readSound(path: string, name: string): Promise<Sound> {
  const { size } = await stat(path)
  if (size === 0) throw refuseSound(`${name} is empty.`)
  await refuseByHead(path, name)
  const sound = await openSound(path, name)
  try {
    const seconds = await measureSeconds(sound)
    if (!(seconds > 0)) throw refuseSound(`${name} holds no sound: its length is 0.`)
    const { codec, extension, asItIs } = await chooseCarrier(sound, name)
    const bytes = asItIs ? size : await weigh(sound)
    return { seconds, codec, extension, mimeType: soundTypes[extension], bytes, asItIs }
  } catch (error) {
    throw explainSound(error, name)
  } finally {
    sound.close()
  }
}

/** By the packets, not by what the head claims: a file may have been cut off. */
async function measureSeconds(sound: OpenSound): Promise<number> {
  const { track, origin } = sound
  if ((await track.getCodec()) === null) return (await track.getDurationFromMetadata()) ?? 0
  const end = await track.computeDuration({ metadataOnly: true }).catch(() => measureReadable(sound))
  return end - origin
}

/** Where the last packets are damaged, the others still are a sound. */
async function measureReadable(sound: OpenSound): Promise<number> {
  let end = sound.origin
  try {
    for await (const packet of eachPacket(sound, { metadataOnly: true })) {
      end = packet.timestamp + packet.duration
    }
  } catch {}
  return end
}

/** About, with what another container adds to each packet. */
async function weigh(sound: OpenSound): Promise<number> {
  let bytes = 4096
  for await (const packet of eachPacket(sound, { metadataOnly: true })) bytes += packet.byteLength + 12
  return bytes
}

const foreign: Readonly<Record<string, string>> = {
  'video/mpeg': 'an MPEG program stream',
  'video/avi': 'an AVI file',
  'video/x-flv': 'a Flash video',
  'video/x-ms-wmv': 'a Windows Media file',
  'audio/aiff': 'an AIFF file',
}

/** Containers that cannot be taken apart here; within some of them sound could be found by chance, in pieces. */
async function refuseByHead(path: string, name: string): Promise<void> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    const { mimeType } = readMediaType(buffer.subarray(0, bytesRead))
    const found = foreign[mimeType]
    const known = 'mp3, mp4, m4a, mpga, ogg, wav, webm and flac'
    if (found) throw refuseSound(`${name} is ${found}, which cannot be read here; ${known} can.`)
    if (/^(image|text|application\/pdf)/.test(mimeType)) throw refuseSound(`${name} is no sound.`)
  } finally {
    await file.close()
  }
}
