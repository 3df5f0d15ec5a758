// The layout of a step's variations: by their ratio, their number and the available space.
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { parseRatio } from '../../../media-viewer/describe-picture'
import { readPartFile } from '../../../state/turn-parts'
import { findFinalPicture } from '../state/drawing-steps'
import { usePictureFacts } from './picture-stats'

interface Layout {
  /** Width divided by height of each variation. */
  readonly ratio: number
  readonly columns: number
  /** Width of the whole grid with its gaps, in CSS pixels. */
  readonly width: number
}

export const gap = 12

/** Side by side is easier to compare, so that more rows must double the area of the images. */
const minGain = Math.SQRT2

/** In CSS pixels. In a lower window, images keep this height, and the steps scroll. */
const minHeight = 128

/** In CSS pixels. */
export interface AvailableSpace {
  readonly width: number
  /** For all variations of a step together. */
  readonly height: number
}

/** As large as the view allows. `shape` is width divided by height; extreme shapes get a more moderate ratio. */
export function layOut(count: number, shape: number, { width, height }: AvailableSpace): Layout {
  const ratio = Math.min(2.4, Math.max(0.5, shape))
  const layouts = listColumns(count).map((columns) => {
    const rows = Math.ceil(count / columns)
    const [maxWidth, maxHeight] = [toSide(width, columns), toSide(height, rows)]
    return { columns, maxWidth, side: Math.min(maxWidth, maxHeight * ratio) }
  })
  const best = layouts.reduce((best, next) => (next.side > best.side * minGain ? next : best))
  const side = Math.floor(Math.min(best.maxWidth, Math.max(best.side, minHeight * ratio)))
  return { ratio, columns: best.columns, width: best.columns * side + (best.columns - 1) * gap }
}

/** The length of each of `count` boxes in this space. */
function toSide(space: number, count: number): number {
  return Math.max(0, (space - (count - 1) * gap) / count)
}

/** Rows that are full or almost: four variations are two by two, never three and one. */
function listColumns(count: number): [number, ...number[]] {
  if (count <= 1) return [1]
  if (count <= 3) return [count, 1]
  if (count === 4) return [2]
  return [Math.ceil(count / 2), Math.ceil(count / 3), 2]
}

/** The requested ratio, else that of the edited or first reference picture, else 1, as models do (wire §7.1). */
export function useShape(
  prompt: Turn | undefined,
  { edited, answer }: { readonly edited: Turn | undefined; readonly answer: Turn | undefined },
): number {
  const requested = parseRatio(answer?.parameters?.aspectRatio)
  const [reference] = prompt?.parts.flatMap((part) => readPartFile(part) ?? []) ?? []
  const source = findFinalPicture(edited) ?? reference ?? null
  const facts = usePictureFacts(requested === undefined ? source : null)
  if (requested !== undefined) return requested
  return facts?.width && facts.height ? facts.width / facts.height : 1
}

/**
 * The rest of the panel while a step is in view: its head, the composer with one line, and margins. Constant,
 * because images must not change their size while the prompt grows.
 */
const reservedHeight = 272

/** The width is `element`'s without `indent`; 0 until it has been measured, before the first paint. */
export function useAvailableSpace(element: RefObject<Element | null>, indent: number): AvailableSpace {
  const [space, setSpace] = useState<AvailableSpace>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const { current } = element
    const panel = current?.parentElement?.closest('[data-images]')
    if (!current || !panel) return
    const measure = () => {
      const width = Math.max(0, current.clientWidth - indent)
      const height = Math.max(0, panel.clientHeight - reservedHeight)
      setSpace((now) => (now.width === width && now.height === height ? now : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    observer.observe(panel)
    return () => observer.disconnect()
  }, [element, indent])
  return space
}
