// A worker that creates thumbnails of images: reads the stored file, scales it and saves the thumbnail.
import { serveCalls } from '../api/worker-calls'
import { saveThumbnail, type ThumbnailOutcome, thumbnailQuality, toThumbnailSize } from './save-thumbnail'

const handlers = { make }
export type ThumbnailHandlers = typeof handlers

serveCalls(handlers, self)

async function make(media: string): Promise<ThumbnailOutcome> {
  const response = await fetch(`media://library/${media}`).catch(() => undefined)
  if (!response?.ok) return 'missing'
  const small = await scale(await response.blob()).catch(() => undefined)
  if (!small) return 'unreadable'
  return (await saveThumbnail(media, small)) ? 'made' : 'not-saved'
}

async function scale(file: Blob): Promise<Blob> {
  const whole = await createImageBitmap(file)
  const { width, height } = toThumbnailSize(whole)
  const small = await createImageBitmap(whole, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  })
  whole.close()
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(small)
  return canvas.convertToBlob({ type: 'image/webp', quality: thumbnailQuality })
}
