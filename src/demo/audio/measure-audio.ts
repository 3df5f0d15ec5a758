// Measures audio and video files: format, duration, sample rate and channels, from their bytes.

export interface MediaInfo {
  /** "WAVE", "MP3", "Ogg". */
  readonly container: string
  readonly codec: string | undefined
  /** Seconds. */
  readonly duration: number | undefined
  readonly sampleRate: number | undefined
  readonly channels: number | undefined
}

/** Returns undefined if the bytes are not readable audio or video. */
export async function measureMedia(bytes: Uint8Array): Promise<MediaInfo | undefined> {
  const { ALL_FORMATS, BufferSource, Input } = await import('mediabunny')
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  try {
    const audio = await input.getPrimaryAudioTrack()
    const track = audio ?? (await input.getPrimaryVideoTrack())
    return {
      container: (await input.getFormat()).name,
      codec: track?.codec?.split('-')[0]?.toUpperCase(),
      duration: (await input.computeDuration()) || undefined,
      sampleRate: audio?.sampleRate,
      channels: audio?.numberOfChannels,
    }
  } catch {
    return undefined
  }
}

/** "2.50 seconds", "3 minutes 12 seconds". */
export function describeDuration(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(2)} seconds`
  const rounded = Math.round(seconds)
  const rest = rounded % 60
  const name = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
  return [name(Math.floor(rounded / 60), 'minute'), ...(rest > 0 ? [name(rest, 'second')] : [])].join(' ')
}

export function describeChannels(channels: number): string {
  if (channels === 1) return 'mono'
  return channels === 2 ? 'stereo' : `${channels} channels`
}
