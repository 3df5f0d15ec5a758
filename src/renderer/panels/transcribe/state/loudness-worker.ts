// Measures how loud a kept sound is, beside the page: reads the file piece by piece, decodes, and hands the profile over.
import {
  ALL_FORMATS,
  type AudioSample,
  AudioSampleSink,
  CustomSource,
  Input,
  type InputAudioTrack,
} from 'mediabunny'
import { encodeLoudness, type Loudness } from '#shared/audio/loudness'
import { mediaBaseUrl, statMediaFile } from '../../../state/media-files'
import { createLoudnessMeter } from './loudness-meter'
import type { LoudnessNews, LoudnessStanding } from './loudness-wishes'

addEventListener('message', ({ data: media }: MessageEvent<string>) => {
  const tell = (standing: LoudnessStanding) => {
    const news: LoudnessNews = { media, standing }
    postMessage(news)
  }
  measure(media, (progress) => tell({ state: 'measuring', progress }))
    .then((loudness) => keep(media, loudness))
    .then(
      () => tell({ state: 'kept' }),
      (error) => tell({ state: 'refused', reason: toSentence(error) }),
    )
})

/** Thrown with a sentence for the user; anything else is the decoder's. */
class Refusal extends Error {}

function toSentence(error: unknown): string {
  return error instanceof Refusal ? error.message : 'It could not be decoded: the file may be damaged.'
}

async function measure(media: string, onProgress: (progress: number) => void): Promise<Loudness> {
  let read = 0
  const tell = createPacedTelling(() => onProgress(read))
  const source = await openKept(media, (share) => {
    read = share
    tell()
  })
  const input = new Input({ source, formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryAudioTrack()
    if (!track) throw new Refusal('There is no sound in it.')
    if (!(await track.canDecode())) throw new Refusal(await describeCodec(track))
    const meter = createLoudnessMeter()
    for await (const sample of new AudioSampleSink(track).samples()) {
      meter.take({ at: sample.timestamp, sampleRate: sample.sampleRate, channels: readChannels(sample) })
      sample.close()
      tell()
    }
    const loudness = meter.finish()
    if (!loudness) throw new Refusal('There is no sound in it.')
    return loudness
  } finally {
    input.dispose()
  }
}

/** Milliseconds. Also a sign of life: a damaged file can send the reader round in circles for ever. */
const tellEvery = 200

function createPacedTelling(tell: () => void): () => void {
  let told = 0
  return () => {
    const now = performance.now()
    if (now - told < tellEvery) return
    told = now
    tell()
  }
}

async function describeCodec(track: InputAudioTrack): Promise<string> {
  return `The window cannot decode ${(await track.getCodec()) ?? 'its codec'}.`
}

function readChannels(sample: AudioSample): Float32Array[] {
  return Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
    const channel = new Float32Array(sample.numberOfFrames)
    sample.copyTo(channel, { planeIndex, format: 'f32-planar' })
    return channel
  })
}

/** In ranges; how much of it was read is how far the work has come. */
async function openKept(media: string, onProgress: (progress: number) => void): Promise<CustomSource> {
  const file = await statMediaFile(media)
  if (!file) throw new Refusal('The file is missing from the media folder.')
  let read = 0
  return new CustomSource({
    getSize: () => file.bytes,
    prefetchProfile: 'network',
    read: async (start, end) => {
      const bytes = await readRange(media, start, end)
      read += bytes.length
      onProgress(Math.min(1, read / file.bytes))
      return bytes
    },
  })
}

async function readRange(media: string, start: number, end: number): Promise<Uint8Array> {
  const response = await fetch(`${mediaBaseUrl}${media}`, { headers: { range: `bytes=${start}-${end - 1}` } })
  if (response.status !== 206) throw new Refusal('The file could not be read from the media folder.')
  return new Uint8Array(await response.arrayBuffer())
}

async function keep(media: string, loudness: Loudness): Promise<void> {
  const body = encodeLoudness(loudness)
  const { ok } = await fetch(`media://loudness/${media}`, { method: 'POST', body: body.buffer })
  if (!ok) throw new Refusal('How loud it is was measured, and could not be kept.')
}
