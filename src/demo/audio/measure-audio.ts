// Measures audio and video files: format, duration, sample rate and channels, as their own bytes tell.
import type { ApiError } from '#shared/schemas/api-error'
import { invalidArgument } from '../generation/fields'

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
export function describeDuration(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(2)} seconds`
  const whole = Math.round(seconds)
  const rest = whole % 60
  return `${Math.floor(whole / 60)} minutes${rest > 0 ? ` ${rest} seconds` : ''}`
}

export function describeChannels(channels: number): string {
  if (channels === 1) return 'mono'
  return channels === 2 ? 'stereo' : `${channels} channels`
}

export function invalidAudio(message: string, param = 'file'): ApiError {
  return invalidArgument(message, param)
}

/** Seconds; undefined where the bytes hold no such header. */
function readMovieLength(bytes: Uint8Array): number | undefined {
  const movie = findBox(bytes, 'moov')
  const header = movie && findBox(movie, 'mvhd')
  if (!header || header.length < 20) return undefined
  const view = new DataView(header.buffer, header.byteOffset, header.length)
  // Version 1 has longer times before the two numbers, and a longer duration.
  const isLong = view.getUint8(0) === 1
  if (isLong && header.length < 32) return undefined
  const scale = view.getUint32(isLong ? 20 : 12)
  const length = isLong ? Number(view.getBigUint64(24)) : view.getUint32(16)
  return scale > 0 && length > 0 ? length / scale : undefined
}

/** The content of the first box of this name; a size of 0 means up to the end, of 1 that 64 bits follow. */
function findBox(bytes: Uint8Array, name: string): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0; at + 8 <= bytes.length; ) {
    const stated = view.getUint32(at)
    if (stated === 1 && at + 16 > bytes.length) return undefined
    const head = stated === 1 ? 16 : 8
    const size = stated === 1 ? Number(view.getBigUint64(at + 8)) : stated || bytes.length - at
    if (size < head) return undefined
    const found = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (found === name) return bytes.subarray(at + head, at + size)
    at += size
  }
  return undefined
}
