// The box in which a video is shown, and the frame it shows now, as an image file.
import { formatCount } from '../../../components/format'
import { uploadFile } from '../../../state/media-files'
import type { VideoPicture } from '../../../state/video-form'

/** The style of the video's box: as wide as possible, but low enough to leave something else visible. */
export function fitStage(ratio: number) {
  return { aspectRatio: String(ratio), width: `min(100%, min(56vh, 680px) * ${ratio.toFixed(4)})` }
}

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
export function nameFrame(title: string, seconds: number): string {
  return `${describeTitle(title)}, at ${formatCount(seconds)} s.png`
}

/** The prompt on one short line. */
export function describeTitle(prompt: string): string {
  const line = prompt.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 60).trimEnd()}…` : line
}
