// Pointer gestures on the map: panning, hovering, selecting points, and drawing the lasso.
import { useRef } from 'react'
import { type Point, usePanZoom } from '../../../components/use-pan-zoom'
import type { MapScene } from './map-scene'
import { useMapSettings } from './map-settings'

interface PointerHandlers {
  /** Null if no point is under the pointer. */
  readonly onPoint: (index: number | null) => void
  readonly onSelect: (index: number) => void
  /** Indices within the lasso. */
  readonly onLasso: (indices: readonly number[]) => void
}

/** Minimum pixels between two corners of a lasso. */
const minLassoStep = 3

/** Shift draws the lasso with either tool. */
export function useMapPointer(
  stage: HTMLElement | null,
  scene: MapScene | null,
  { onPoint, onSelect, onLasso }: PointerHandlers,
) {
  const tool = useMapSettings((settings) => settings.tool)
  /** Null while the map is panned. */
  const lasso = useRef<Point[] | null>(null)
  const pan = usePanZoom(stage, {
    onZoom: (factor, at) => {
      onPoint(null)
      const { clientWidth = 0, clientHeight = 0 } = stage ?? {}
      scene?.zoom(factor, { x: at.x - clientWidth / 2, y: at.y - clientHeight / 2 })
    },
    onDrag: ({ start, at, by, isFirst, shiftKey }) => {
      if (isFirst) {
        onPoint(null)
        lasso.current = shiftKey || tool === 'lasso' ? [start] : null
      }
      if (!lasso.current) return scene?.pan(by)
      const end = lasso.current.at(-1) ?? start
      if (Math.hypot(at.x - end.x, at.y - end.y) >= minLassoStep) lasso.current.push(at)
      scene?.showLasso(lasso.current)
    },
    onDragEnd: () => {
      scene?.showLasso(null)
      if (lasso.current) scene?.findWithin(lasso.current).then(onLasso, () => undefined)
    },
    onCancel: () => {
      scene?.showLasso(null)
      onPoint(null)
    },
    onClick: (at) => {
      const index = scene?.find(at) ?? null
      if (index !== null) onSelect(index)
    },
    onHover: (at) => onPoint(at && (scene?.find(at) ?? null)),
  })
  return { ...pan, tool }
}
