// Measures audio and video files: format, duration, sample rate and channels, as their own bytes tell.
import { ApiError } from '#shared/schemas/api-error'
import { readMovieLength } from './read-movie-length'

export interface Measured {
  /** As the file calls it: "WAVE", "MPEG", "Ogg". */
  readonly container: string
  readonly codec: string | undefined
  /** Seconds. */
  readonly duration: number | undefined
  readonly sampleRate: number | undefined
  readonly channels: number | undefined
  readonly hasVideo: boolean
}

/** Undefined where the bytes are no audio or video that can be read. */
export async function measureMedia(bytes: Uint8Array, mimeType?: string): Promise<Measured | undefined> {
  const { parseBuffer } = await import('music-metadata')
  try {
    const { format } = await parseBuffer(bytes, mimeType ? { mimeType, size: bytes.length } : undefined, {
      duration: true,
      skipCovers: true,
    })
    const { container, codec, sampleRate, numberOfChannels, hasVideo } = format
    const duration = format.duration ?? readMovieLength(bytes)
    if (container === undefined || (duration === undefined && sampleRate === undefined)) return undefined
    return { container, codec, duration, sampleRate, channels: numberOfChannels, hasVideo: hasVideo === true }
  } catch {
    return undefined
  }
}

/** "2.50 seconds", "3 minutes 12 seconds". */
export function tellDuration(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(2)} seconds`
  const whole = Math.round(seconds)
  const rest = whole % 60
  return `${Math.floor(whole / 60)} minutes${rest > 0 ? ` ${rest} seconds` : ''}`
}

export function tellChannels(channels: number): string {
  if (channels === 1) return 'mono'
  return channels === 2 ? 'stereo' : `${channels} channels`
}

export function refuseAudio(message: string, param = 'file'): ApiError {
  return new ApiError('INVALID_ARGUMENT', message, { param })
}
