// Frames of a video: as image files, and compared with requested images.
import { formatCount } from '../../../components/format'
import { toFrameTime } from '../../../media-viewer/video-playback'
import { mediaBaseUrl, readMediaFile, uploadFile } from '../../../state/media-files'
import type { VideoPicture } from '../../../state/video-form'

/** Saves the current frame in full resolution as a PNG file. */
export async function saveFrame(video: HTMLVideoElement, title: string): Promise<VideoPicture> {
  video.pause()
  const blob = await drawFrame(video)
  const file = new File([blob], nameFrame(title, video.currentTime), { type: 'image/png' })
  const { media, mimeType, name } = await uploadFile(file)
  return { media, mimeType, name }
}

async function drawFrame(video: HTMLVideoElement): Promise<Blob> {
  const { videoWidth, videoHeight } = video
  const canvas = document.createElement('canvas')
  canvas.width = videoWidth
  canvas.height = videoHeight
  const context = canvas.getContext('2d')
  if (!context || videoWidth === 0) throw new Error('The video is still loading. Try again in a moment.')
  context.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('Couldn’t save this frame as an image.')
  return blob
}

/** `A boat on the sea, at 3.2 s.png` */
function nameFrame(title: string, seconds: number): string {
  return `${describeTitle(title)}, at ${formatCount(seconds)} s.png`
}

/** The prompt on one short line. */
export function describeTitle(prompt: string, maxLength = 60): string {
  const line = prompt.replace(/\s+/g, ' ').trim()
  return line.length > maxLength ? `${line.slice(0, maxLength).trimEnd()}…` : line
}

/** Also if the player shows another one. */
export async function saveLastFrame(media: string, title: string): Promise<VideoPicture> {
  return withFrame(media, 'end', (video) => saveFrame(video, title))
}

/** Loads the video again, so that a player stays where it is. */
async function withFrame<Result>(
  media: string,
  position: 'start' | 'end',
  use: (video: HTMLVideoElement) => Result | Promise<Result>,
): Promise<Result> {
  const video = document.createElement('video')
  Object.assign(video, { crossOrigin: 'anonymous', muted: true, preload: 'auto' })
  try {
    video.src = `${mediaBaseUrl}${media}`
    await whenFired(video, 'loadeddata')
    if (position === 'end') {
      video.currentTime = toFrameTime(video.duration, 0, video.duration)
      await whenFired(video, 'seeked')
    }
    return await use(video)
  } finally {
    // Releases the decoder.
    video.removeAttribute('src')
    video.load()
  }
}

function whenFired(video: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener(name, () => resolve(), { once: true })
    const fail = () => reject(new Error('The file is missing from the media folder or damaged.'))
    video.addEventListener('error', fail, { once: true })
  })
}

/** Whether the frame at that position is the image, as far as encoding and cropping leave it. */
export async function isFrame(media: string, position: 'start' | 'end', image: string): Promise<boolean> {
  const picture = await createImageBitmap(await readMediaFile(image))
  try {
    const fits = ['cover', 'contain'] as const
    return await withFrame(media, position, (video) => {
      const size = { width: video.videoWidth, height: video.videoHeight }
      const frame = sample(video, size, { ...size, fit: 'cover' })
      const same = (fit: (typeof fits)[number]) =>
        meanDifference(frame, sample(picture, picture, { ...size, fit })) < maxSameDifference
      return fits.some(same)
    })
  } finally {
    picture.close()
  }
}

const sampleSide = 32

/** At most 255. Encoding, color conversion and scaling leave less, another picture has more. */
const maxSameDifference = 24

interface Size {
  readonly width: number
  readonly height: number
}

/** A few pixels of the picture as it would fill a frame of the size in `frame`. */
function sample(
  source: CanvasImageSource,
  { width, height }: Size,
  frame: Size & { readonly fit: 'cover' | 'contain' },
): Uint8ClampedArray {
  const canvas = new OffscreenCanvas(sampleSide, sampleSide)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return new Uint8ClampedArray()
  const [across, down] = [frame.width / width, frame.height / height]
  const scale = frame.fit === 'cover' ? Math.max(across, down) : Math.min(across, down)
  // In parts of the frame.
  const [partAcross, partDown] = [(width * scale) / frame.width, (height * scale) / frame.height]
  context.imageSmoothingQuality = 'high'
  context.drawImage(
    source,
    ((1 - partAcross) / 2) * sampleSide,
    ((1 - partDown) / 2) * sampleSide,
    partAcross * sampleSide,
    partDown * sampleSide,
  )
  return context.getImageData(0, 0, sampleSide, sampleSide).data
}

/** The mean over all color values, from 0 to 255; alpha is left out. */
function meanDifference(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1)
    if (at % 4 !== 3) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0))
  return one.length === 0 ? 255 : sum / (one.length * 0.75)
}
