// The image being cropped, extended or marked. Closing the editor preserves the work on its last image.
import { create } from 'zustand'
import type { Turn } from '#shared/schemas/chat'
import type { Point } from '../../../media-viewer/picture-view'
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
