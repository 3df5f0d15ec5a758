// Makes a picture's thumbnail beside the page: reads the kept file, scales it, and hands the small one over to be kept.
import { keepThumbnail, type ThumbnailOutcome, thumbnailQuality, toThumbnailSize } from './save-thumbnail'
import type { ThumbnailNews } from './thumbnail-requests'

addEventListener('message', ({ data: media }: MessageEvent<string>) => {
  void make(media).then((outcome) => {
    const news: ThumbnailNews = { media, outcome }
    postMessage(news)
  })
})

async function make(media: string): Promise<ThumbnailOutcome> {
  const response = await fetch(`media://library/${media}`).catch(() => undefined)
  if (!response?.ok) return 'missing'
  const small = await scale(await response.blob()).catch(() => undefined)
  if (!small) return 'unreadable'
  return (await keepThumbnail(media, small)) ? 'made' : 'unkept'
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
