// Tells the size and the length of a video file, read from its head without decoding it.
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'

interface VideoSize {
  /** Pixels as shown, seconds; null where the file does not tell. */
  readonly width: number | null
  readonly height: number | null
  readonly seconds: number | null
}

/** Never throws: a file that is no video tells nothing. */
export async function measureVideo(path: string): Promise<VideoSize> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) return nothing
    const [width, height] = await Promise.all([track.getDisplayWidth(), track.getDisplayHeight()])
    const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
    return { width: width || null, height: height || null, seconds: seconds > 0 ? seconds : null }
  } catch {
    return nothing
  } finally {
    input.dispose()
  }
}

const nothing: VideoSize = { width: null, height: null, seconds: null }
