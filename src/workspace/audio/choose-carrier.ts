// Chooses how a sound goes to the upstream: as it is, or in another container.
import { FLAC, type InputFormat, MP3, MP4, OGG, WAVE, WEBM } from 'mediabunny'
import { findCarrier, type SoundExtension } from './carriers'
import { type OpenSound, refuseSound } from './open-sound'

interface Choice {
  /** As mediabunny calls it; of one that it does not know, the container's own name for it, as `alac`. */
  readonly codec: string
  readonly extension: SoundExtension
  /** Whether its own container is one that the upstream takes, and holds nothing else. */
  readonly asItIs: boolean
}

export async function chooseCarrier(sound: OpenSound, name: string): Promise<Choice> {
  const codec = await sound.track.getCodec()
  const own = await nameContainer(sound)
  if (codec === null) {
    const called = await nameCodec(sound)
    // Another program may know what this one cannot take apart.
    if (own !== undefined && !sound.hasVideo) return { codec: called, extension: own, asItIs: true }
    throw refuseKind(name, called)
  }
  const extension = findCarrier(codec, own)
  if (extension === undefined) throw refuseKind(name, codec)
  return { codec, extension, asItIs: own === extension && !sound.hasVideo }
}

function refuseKind(name: string, codec: string) {
  return refuseSound(`${name} holds sound of a kind that cannot be sent so (${codec}).`)
}

async function nameCodec({ track }: OpenSound): Promise<string> {
  const own = await track.getInternalCodecId()
  return typeof own === 'string' ? own : 'unknown'
}

const containers = new Map<InputFormat, SoundExtension>([
  [FLAC, 'flac'],
  [MP3, 'mp3'],
  [MP4, 'm4a'],
  [OGG, 'ogg'],
  [WAVE, 'wav'],
  [WEBM, 'webm'],
])

/** Undefined where the upstream takes no such container. */
async function nameContainer({ format, packets }: OpenSound): Promise<SoundExtension | undefined> {
  if (format !== MP3) return containers.get(format)
  const first = await packets.getFirstPacket()
  return first && isThirdLayer(first.data) ? 'mp3' : 'mpga'
}

/** MPEG audio has three layers; only the third is MP3. */
function isThirdLayer(frame: Uint8Array): boolean {
  return (((frame[1] ?? 0) >> 1) & 3) === 1
}
