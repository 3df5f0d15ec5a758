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

/** The side of a square variation, by the maximum number of variations it is used for. */
const sides = [
  [1, 440],
  [2, 360],
  [4, 288],
  [8, 248],
] as const

/** Minimum width as a fraction of the full width; below it there are fewer columns. */
const minFraction = 0.6

/** In CSS pixels. */
export interface AvailableSpace {
  readonly width: number
  readonly maxHeight: number
}

/** `shape` is width divided by height; extreme shapes get a more moderate ratio. */
export function layOut(count: number, shape: number, space: AvailableSpace): Layout {
  const ratio = Math.min(2.4, Math.max(0.5, shape))
  const side = sides.find(([max]) => count <= max)?.[1] ?? 248
  const fullWidth = Math.round(Math.min(side * Math.sqrt(ratio), space.maxHeight * ratio))
  const fits = (columns: number) => (space.width - (columns - 1) * gap) / columns >= fullWidth * minFraction
  const columns = listColumns(count).find(fits) ?? 1
  return { ratio, columns, width: Math.min(space.width, columns * fullWidth + (columns - 1) * gap) }
}

/** Rows that are full or almost: four variations are one row, or two by two, never three and one. */
function listColumns(count: number): number[] {
  const max = count <= 4 ? Math.max(count, 1) : Math.ceil(count / 2)
  return [...new Set([max, Math.ceil(max / 2), 1])]
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

/** As a fraction of the window's height, because the panel shrinks with a long prompt, and pictures must not move. */
const heightFraction = 0.42
const minHeight = 200

/** The width is `element`'s without `indent`; 0 until it has been measured, before the first paint. */
export function useAvailableSpace(element: RefObject<Element | null>, indent: number): AvailableSpace {
  const [space, setSpace] = useState<AvailableSpace>({ width: 0, maxHeight: minHeight })
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const measure = () => {
      const width = Math.max(0, current.clientWidth - indent)
      const maxHeight = Math.max(minHeight, Math.round(window.innerHeight * heightFraction))
      setSpace((now) => (now.width === width && now.maxHeight === maxHeight ? now : { width, maxHeight }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [element, indent])
  return space
}
