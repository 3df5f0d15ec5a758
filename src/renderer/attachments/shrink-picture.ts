// Makes a stored picture smaller: fewer pixels, and a format that takes fewer bytes.
import type { Attachment } from '#shared/schemas/draft'
import { toAttachment } from '../state/attachments'
import { readMediaFile, uploadFile } from '../state/media-files'

type AttachedFile = Extract<Attachment, { kind: 'file' }>

export interface Shrunk extends Size {
  readonly blob: Blob
}

const quality = 0.86

/** Resolves to null if it would not become smaller. Rejects if the page cannot draw it. */
export async function shrinkPicture({ media, bytes }: AttachedFile, longest: number): Promise<Shrunk | null> {
  const whole = await createImageBitmap(await readMediaFile(media))
  const size = fitWithin(whole, longest)
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The picture could not be drawn.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(whole, 0, 0, size.width, size.height)
  whole.close()
  const type = isOpaque(context, size) ? 'image/jpeg' : 'image/webp'
  const blob = await canvas.convertToBlob({ type, quality })
  return blob.size < bytes ? { blob, ...size } : null
}

/** Kept beside the original, which stays: other prompts may show it. */
export async function saveShrunk({ name }: AttachedFile, { blob }: Shrunk): Promise<Attachment> {
  return toAttachment(await uploadFile(new File([blob], name, { type: blob.type })))
}

function isOpaque(context: OffscreenCanvasRenderingContext2D, { width, height }: Size): boolean {
  const { data } = context.getImageData(0, 0, width, height)
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  return true
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The longest side is `longest` pixels at the most; smaller pictures stay as they are. */
export function fitWithin({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
