// The image being cropped, extended or marked. Closing the editor preserves the work on its last image.
import { create } from 'zustand'
import type { Turn } from '#shared/schemas/chat'
import type { Extension, Rect } from './area-geometry'
import type { EditMode, Stroke } from './edit-copy'

export interface EditedPicture {
  readonly media: string
  readonly title: string
  readonly turn: Turn
}

interface EditorState {
  readonly picture: EditedPicture | null
  readonly isOpen: boolean
  readonly mode: EditMode
  /** Null is the whole image. */
  readonly crop: Rect | null
  /** Width over height; null if the crop may have any. */
  readonly cropRatio: string | null
  readonly extendRatio: string | null
  readonly extension: Omit<Extension, 'ratio'>
  readonly strokes: readonly Stroke[]
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
} as const

export const useEditor = create<EditorState>()(() => ({
  picture: null,
  isOpen: false,
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

/** The copy has been added to the next step: nothing of it stays in the editor. */
export function finishEditor() {
  useEditor.setState({ isOpen: false, picture: null, ...untouched })
}

export const brushSizes = { min: 1, max: 40 } as const

export function changeBrush(by: number) {
  useEditor.setState(({ brush }) => ({
    brush: Math.min(brushSizes.max, Math.max(brushSizes.min, brush + by)),
  }))
}

export function undoStroke() {
  useEditor.setState(({ strokes }) => ({ strokes: strokes.slice(0, -1) }))
}
