// Makes a video's poster from one of its first frames: the page plays no more of it than that.
import { mediaBaseUrl, statMediaFile } from '../state/media-files'
import { keepThumbnail, type ThumbnailOutcome, thumbnailQuality } from './keep-thumbnail'
import { toPosterTime } from './poster-time'
import { toThumbnailSize } from './thumbnail-size'

/** Milliseconds: a file that is cut in the wrong place may never tell that it cannot be played. */
const patience = 15_000

export async function makePoster(media: string): Promise<ThumbnailOutcome> {
  if (!(await statMediaFile(media))) return 'missing'
  const small = await drawFrame(media).catch(() => undefined)
  if (!small) return 'unreadable'
  return (await keepThumbnail(media, small)) ? 'made' : 'unkept'
}

async function drawFrame(media: string): Promise<Blob> {
  const video = document.createElement('video')
  const leaving = new AbortController()
  const timer = setTimeout(() => leaving.abort(), patience)
  try {
    // Without it the canvas could not be read.
    video.crossOrigin = 'anonymous'
    video.muted = true
    video.preload = 'auto'
    const loaded = until(video, 'loadeddata', leaving.signal)
    video.src = `${mediaBaseUrl}${media}`
    await loaded
    const sought = until(video, 'seeked', leaving.signal)
    video.currentTime = toPosterTime(video.duration)
    await sought
    return await drawSmall(video)
  } finally {
    clearTimeout(timer)
    leaving.abort()
    // Lets go of the decoder, of which there are few.
    video.removeAttribute('src')
    video.load()
  }
}

function until(video: HTMLVideoElement, event: 'loadeddata' | 'seeked', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('This video cannot be shown.'))
    video.addEventListener(event, () => resolve(), { once: true, signal })
    video.addEventListener('error', fail, { once: true, signal })
    signal.addEventListener('abort', fail, { once: true })
  })
}

async function drawSmall(video: HTMLVideoElement): Promise<Blob> {
  const { width, height } = toThumbnailSize({ width: video.videoWidth, height: video.videoHeight })
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.drawImage(video, 0, 0, width, height)
  return await canvas.convertToBlob({ type: 'image/webp', quality: thumbnailQuality })
}
