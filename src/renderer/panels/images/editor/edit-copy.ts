// Copies of an image that are sent as a reference: cropped, on a larger canvas, or with a painted area.

import type { Turn } from '#shared/schemas/chat'
import { savePicture } from '../../../media-viewer/picture-actions'
import type { Size } from '../../../media-viewer/picture-view'
import { toAttachment } from '../../../state/attachments'
import { addAttachment, readDraft, toDrawingKey, writeText } from '../../../state/drafts'
import { readMediaFile, uploadFile } from '../../../state/media-files'
import { editPicture } from '../state/next-step'
import { type EditMode, type Extension, extendCanvas, type Rect, type Stroke } from './editor-state'

/** Models have no field for a mask (wire §7.1), so the area is painted in a color that images rarely contain. */
const markColor = '#ff00ff'
export const borderColor = '#808080'

/** The prompt’s sentence about the copy; empty if the copy needs no explanation. */
const promptStarts: Readonly<Record<EditMode, string>> = {
  crop: '',
  extend: 'Continue the attached image into its gray border, and keep the rest unchanged: ',
  mark: 'Change only the area painted magenta in the attached copy, and leave no magenta: ',
}

/** Paints the strokes in order; `scale` is pixels of the canvas per pixel of the image. */
export function paintStrokes(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  strokes: readonly Stroke[],
  scale = 1,
) {
  context.strokeStyle = markColor
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const { isEraser, size, points } of strokes) {
    context.globalCompositeOperation = isEraser ? 'destination-out' : 'source-over'
    context.lineWidth = size * scale
    context.beginPath()
    for (const [index, { x, y }] of points.entries()) {
      if (index === 0) context.moveTo(x * scale, y * scale)
      // A line without length is a dot.
      context.lineTo(x * scale, y * scale)
    }
    context.stroke()
  }
  context.globalCompositeOperation = 'source-over'
}

export function cropImage(media: string, rect: Rect): Promise<Blob> {
  return renderCopy(media, () => ({ canvas: rect, image: null, rect }))
}

export function extendImage(media: string, extension: Extension): Promise<Blob> {
  return renderCopy(media, (size) => {
    const { canvas, image } = extendCanvas(size, extension)
    return { canvas, image, background: borderColor }
  })
}

export function markImage(media: string, strokes: readonly Stroke[]): Promise<Blob> {
  return renderCopy(media, (size) => ({ canvas: size, image: null, strokes }))
}

interface Copy {
  readonly canvas: Size
  /** The image’s rectangle on the canvas; null for its own size. */
  readonly image: Rect | null
  readonly rect?: Rect
  readonly background?: string
  readonly strokes?: readonly Stroke[]
}

/** As PNG, which every model reads. */
async function renderCopy(media: string, plan: (size: Size) => Copy): Promise<Blob> {
  const bitmap = await createImageBitmap(await readMediaFile(media))
  try {
    const { canvas: size, image, rect, background, strokes } = plan(bitmap)
    const canvas = new OffscreenCanvas(size.width, size.height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This image is too large to edit here.')
    if (background) {
      context.fillStyle = background
      context.fillRect(0, 0, size.width, size.height)
    }
    const { left, top, width, height } = image ?? {
      left: -(rect?.left ?? 0),
      top: -(rect?.top ?? 0),
      ...sizeOf(bitmap),
    }
    context.drawImage(bitmap, left, top, width, height)
    if (strokes) {
      const layer = new OffscreenCanvas(size.width, size.height)
      const painted = layer.getContext('2d')
      if (painted) paintStrokes(painted, strokes)
      context.drawImage(layer, 0, 0)
    }
    return await canvas.convertToBlob({ type: 'image/png' })
  } finally {
    bitmap.close()
  }
}

const sizeOf = ({ width, height }: Size) => ({ width, height })

/** Adds the copy to the next step, which edits this answer's image, and what the prompt must say about it. */
export async function attachCopy(turn: Turn, mode: EditMode, { name, blob }: { name: string; blob: Blob }) {
  const stored = await uploadFile(new File([blob], name, { type: 'image/png' }))
  const attachment = await toAttachment(stored)
  const key = toDrawingKey(turn.conversationId)
  editPicture(turn)
  addAttachment(key, attachment)
  const { text } = readDraft(key)
  const start = promptStarts[mode]
  if (!text.startsWith(start)) writeText(key, start + text)
}

/** Saves the copy to a file that the user chooses. */
export async function saveCopy({ name, title, blob }: { name: string; title: string; blob: Blob }) {
  const { media } = await uploadFile(new File([blob], name, { type: 'image/png' }))
  savePicture({ media, title })
}
