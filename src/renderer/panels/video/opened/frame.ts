// The frame that a video shows now, as a picture.
import { formatCount } from '../../../components/format'
import { uploadFile } from '../../../state/media-files'
import type { VideoPicture } from '../../../state/video-form'

/** In its full resolution, kept as PNG as any file that is attached. */
export async function keepFrame(video: HTMLVideoElement, title: string): Promise<VideoPicture> {
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
  const pencil = canvas.getContext('2d')
  if (!pencil || videoWidth === 0) throw new Error('The video shows no frame yet. Wait until it is loaded.')
  pencil.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The frame could not be made a picture.')
  return blob
}

/** `A boat on the sea, at 3.2 s.png` */
export function nameFrame(title: string, seconds: number): string {
  return `${describeTitle(title)}, at ${formatCount(seconds)} s.png`
}

/** A line of the prompt. */
export function describeTitle(prompt: string): string {
  const line = prompt.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 60).trimEnd()}…` : line
}
