// The image being cropped, extended or marked. Closing the editor preserves the work on its last image.
import { create } from 'zustand'
import type { Turn } from '#shared/schemas/chat'
import type { Point, Size } from '../../../media-viewer/picture-view'

export type EditMode = 'crop' | 'extend' | 'mark'

export interface Stroke {
  readonly isEraser: boolean
  /** Diameter in pixels of the image. */
  readonly size: number
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

export interface EditedPicture {
  readonly media: string
  readonly title: string
  readonly turn: Turn
}

interface EditorState {
  readonly picture: EditedPicture | null
  readonly isOpen: boolean
  /** The image whose copy is being rendered and stored; it does not change meanwhile. */
  readonly busy: EditedPicture | null
  readonly mode: EditMode
  /** Null is the whole image. */
  readonly crop: Rect | null
  /** Width over height; null if the crop may have any. */
  readonly cropRatio: string | null
  readonly extendRatio: string | null
  readonly extension: Omit<Extension, 'ratio'>
  readonly strokes: readonly Stroke[]
  /** Whether the last stroke is still being painted: not once it was undone. */
  readonly isPainting: boolean
  readonly tool: 'brush' | 'eraser'
  /** Diameter of the brush, as a percentage of the image's longer side. */
  readonly brush: number
}

const untouched = {
  crop: null,
  cropRatio: null,
  extendRatio: null,
  extension: { factor: 1.5, x: 0.5, y: 0.5 },
  strokes: [],
  isPainting: false,
} as const

export const useEditor = create<EditorState>()(() => ({
  picture: null,
  isOpen: false,
  busy: null,
  mode: 'crop',
  tool: 'brush',
  brush: 8,
  ...untouched,
}))

export function openEditor(picture: EditedPicture, mode: EditMode) {
  const isSame = useEditor.getState().picture?.media === picture.media
  useEditor.setState({ picture, mode, isOpen: true, ...(isSame ? {} : untouched) })
}

export function closeEditor() {
  useEditor.setState({ isOpen: false })
}

/** The user closes it, unless a copy is being added: that takes only a moment, and would close it again later. */
export function dismissEditor() {
  const { picture, busy } = useEditor.getState()
  if (picture === null || picture !== busy) closeEditor()
}

/** Runs work with a copy of the image, which is busy until then. */
export async function withCopy(picture: EditedPicture, work: () => Promise<void>): Promise<void> {
  useEditor.setState({ busy: picture })
  try {
    await work()
  } finally {
    useEditor.setState(({ busy }) => (busy === picture ? { busy: null } : {}))
  }
}

/**
 * The copy has been added to the next step: nothing of it stays in the editor. If the editor was opened again meanwhile,
 * it keeps that work. Returns whether this closed the editor.
 */
export function finishEditor(added: EditedPicture): boolean {
  const { picture, isOpen } = useEditor.getState()
  if (picture !== added) return false
  useEditor.setState({ isOpen: false, picture: null, ...untouched })
  return isOpen
}

export const brushSizes = { min: 1, max: 40 } as const

export function changeBrush(by: number) {
  useEditor.setState(({ brush }) => ({
    brush: Math.min(brushSizes.max, Math.max(brushSizes.min, brush + by)),
  }))
}

export function startStroke(stroke: Stroke) {
  useEditor.setState(({ strokes }) => ({ strokes: [...strokes, stroke], isPainting: true }))
}

/** Continues the stroke that was started last. */
export function extendStroke(at: Point) {
  useEditor.setState(({ strokes, isPainting }) => {
    const stroke = strokes.at(-1)
    if (!stroke || !isPainting) return {}
    return { strokes: [...strokes.slice(0, -1), { ...stroke, points: [...stroke.points, at] }] }
  })
}

export function undoStroke() {
  useEditor.setState(({ strokes }) => ({ strokes: strokes.slice(0, -1), isPainting: false }))
}

export function clearStrokes() {
  useEditor.setState({ strokes: [], isPainting: false })
}

export interface Rect extends Size {
  readonly left: number
  readonly top: number
}

export function toWhole({ width, height }: Size): Rect {
  return { left: 0, top: 0, width, height }
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

/** Moves and shrinks it so that it is inside the image, in whole pixels, and is not empty. */
export function fitRect({ left, top, width, height }: Rect, size: Size): Rect {
  const fitted = {
    width: clamp(Math.round(width), 1, size.width),
    height: clamp(Math.round(height), 1, size.height),
  }
  return {
    ...fitted,
    left: clamp(Math.round(left), 0, size.width - fitted.width),
    top: clamp(Math.round(top), 0, size.height - fitted.height),
  }
}

/** The largest rectangle of this ratio, around the same middle if there is space. */
export function cropToRatio(rect: Rect, ratio: number, size: Size): Rect {
  const width = Math.min(size.width, size.height * ratio)
  const height = width / ratio
  const left = rect.left + (rect.width - width) / 2
  const top = rect.top + (rect.height - height) / 2
  return fitRect({ left, top, width, height }, size)
}

/** From one corner to the other; with a ratio, the height follows from the width. */
export function spanRect(
  { from, to, ratio }: { readonly from: Point; readonly to: Point; readonly ratio?: number | undefined },
  size: Size,
): Rect {
  const end = { x: clamp(to.x, 0, size.width), y: clamp(to.y, 0, size.height) }
  const [right, down] = [end.x >= from.x, end.y >= from.y]
  const space = { x: right ? size.width - from.x : from.x, y: down ? size.height - from.y : from.y }
  const width = Math.min(Math.abs(end.x - from.x), ratio ? space.y * ratio : space.x)
  const height = ratio ? width / ratio : Math.abs(end.y - from.y)
  return fitRect(
    { left: right ? from.x : from.x - width, top: down ? from.y : from.y - height, width, height },
    size,
  )
}

export interface Extension {
  /** Width over height of the new canvas; null keeps the image's. */
  readonly ratio: number | null
  /** 1 is the smallest canvas of this ratio that contains the image. */
  readonly factor: number
  /** The image’s position in the free space: 0 is left or top, 1 is right or bottom. */
  readonly x: number
  readonly y: number
}

/** Longer sides are scaled down: models do not read more pixels. */
const maxSide = 4096

/** The size of the canvas, and the image's rectangle on it. */
export function extendCanvas(size: Size, { ratio, factor, x, y }: Extension): { canvas: Size; image: Rect } {
  const share = ratio ?? size.width / size.height
  const width = Math.max(size.width, size.height * share) * factor
  const scale = Math.min(1, maxSide / Math.max(width, width / share))
  const round = (length: number) => Math.max(1, Math.round(length * scale))
  const canvas = { width: round(width), height: round(width / share) }
  const image = { width: round(size.width), height: round(size.height) }
  const toOffset = (space: number, at: number) => Math.round(Math.max(0, space) * clamp(at, 0, 1))
  return {
    canvas,
    image: {
      ...image,
      left: toOffset(canvas.width - image.width, x),
      top: toOffset(canvas.height - image.height, y),
    },
  }
}
