// Measures the loudness of a stored file in a worker: reads it in ranges, decodes it, and posts the profile.
import {
  ALL_FORMATS,
  type AudioSample,
  AudioSampleSink,
  CustomSource,
  Input,
  type InputAudioTrack,
} from 'mediabunny'
import { encodeLoudness, type Loudness } from '#shared/audio/loudness'
import { ApiError } from '#shared/schemas/api-error'
import { type CallContext, serveCalls } from '../../../api/worker-calls'
import { mediaBaseUrl, statMediaFile } from '../../../state/media-files'
import { createLoudnessMeter } from './loudness-meter'

const handlers = {
  async measure(media: string, { report }: CallContext): Promise<void> {
    try {
      await saveLoudness(media, await measure(media, report))
    } catch (error) {
      if (error instanceof ApiError) throw error
      throw userError('Couldn’t decode the file. It may be damaged.')
    }
  },
}
export type LoudnessHandlers = typeof handlers

serveCalls(handlers, self)

/** Has a message for the user; any other error is the decoder's. */
function userError(message: string): ApiError {
  return new ApiError('INTERNAL', message)
}

async function measure(media: string, onProgress: (progress: number) => void): Promise<Loudness> {
  let read = 0
  const report = throttle(() => onProgress(read))
  const source = await openMedia(media, (share) => {
    read = share
    report()
  })
  const input = new Input({ source, formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryAudioTrack()
    if (!track) throw userError('This file has no audio.')
    if (!(await track.canDecode())) throw userError(await describeCodec(track))
    const meter = createLoudnessMeter()
    for await (const sample of new AudioSampleSink(track).samples()) {
      meter.add({ at: sample.timestamp, sampleRate: sample.sampleRate, channels: readChannels(sample) })
      sample.close()
      report()
    }
    const loudness = meter.finish()
    if (!loudness) throw userError('This file has no audio.')
    return loudness
  } finally {
    input.dispose()
  }
}

/** Also a heartbeat: a damaged file can keep the reader in an endless loop. */
const reportIntervalMs = 200

function throttle(act: () => void): () => void {
  let last = 0
  return () => {
    const now = performance.now()
    if (now - last < reportIntervalMs) return
    last = now
    act()
  }
}

async function describeCodec(track: InputAudioTrack): Promise<string> {
  return `Can’t decode ${(await track.getCodec()) ?? 'its codec'}.`
}

function readChannels(sample: AudioSample): Float32Array[] {
  return Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
    const channel = new Float32Array(sample.numberOfFrames)
    sample.copyTo(channel, { planeIndex, format: 'f32-planar' })
    return channel
  })
}

/** Read in ranges; the share that was read is the progress. */
async function openMedia(media: string, onProgress: (progress: number) => void): Promise<CustomSource> {
  const file = await statMediaFile(media)
  if (!file) throw userError('The file is missing from the media folder.')
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
  if (response.status !== 206) throw userError('Couldn’t read the file from the media folder.')
  return new Uint8Array(await response.arrayBuffer())
}

async function saveLoudness(media: string, loudness: Loudness): Promise<void> {
  const body = encodeLoudness(loudness)
  const { ok } = await fetch(`media://loudness/${media}`, { method: 'POST', body: body.buffer })
  if (!ok) throw userError('Couldn’t save the waveform.')
}
