// The viewport of the map: its scale and center, and the conversion of coordinates.
import type { Point, Size } from '../../../components/use-pan-zoom'

/** `scale`: pixels of the stage per map unit; x and y: the map coordinates at the center of the stage. */
export interface Viewport extends Point {
  readonly scale: number
}

/** The margin around fitted points, in pixels. */
const margin = 32
/** Bounds of the scale, relative to the fitted viewport. */
const minZoom = 0.2
const maxZoom = 20_000

/** Shows all points; `points` are x and y of each in turn. */
export function fitViewport(points: Float32Array, stage: Size): Viewport {
  const [left, right] = findRange(points, 0)
  const [top, bottom] = findRange(points, 1)
  const across = Math.max(1, stage.width - 2 * margin) / (right - left)
  const down = Math.max(1, stage.height - 2 * margin) / (bottom - top)
  const scale = Math.min(across, down)
  // If all points have the same position, any scale shows them.
  return { scale: Number.isFinite(scale) ? scale : 1, x: (left + right) / 2, y: (top + bottom) / 2 }
}

function findRange(points: Float32Array, first: number): [from: number, to: number] {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (let at = first; at < points.length; at += 2) {
    const value = points[at] ?? 0
    if (value < from) from = value
    if (value > to) to = value
  }
  return from <= to ? [from, to] : [0, 0]
}

/** The point under `at`, measured from the center of the stage, stays in place; `fit` bounds the scale. */
export function zoomBy(viewport: Viewport, fit: Viewport, factor: number, at: Point): Viewport {
  const scale = Math.min(fit.scale * maxZoom, Math.max(fit.scale * minZoom, viewport.scale * factor))
  const shift = 1 / viewport.scale - 1 / scale
  return { scale, x: viewport.x + at.x * shift, y: viewport.y + at.y * shift }
}

/** Moves the map by the given pixels. */
export function panBy(viewport: Viewport, by: Point): Viewport {
  return { ...viewport, x: viewport.x - by.x / viewport.scale, y: viewport.y - by.y / viewport.scale }
}

/** Returns pixels from the corner of the stage. */
export function toStage(viewport: Viewport, stage: Size, position: Point): Point {
  return {
    x: stage.width / 2 + (position.x - viewport.x) * viewport.scale,
    y: stage.height / 2 + (position.y - viewport.y) * viewport.scale,
  }
}

/** Returns the map coordinates at a pixel of the stage. */
export function toMap(viewport: Viewport, stage: Size, at: Point): Point {
  return {
    x: viewport.x + (at.x - stage.width / 2) / viewport.scale,
    y: viewport.y + (at.y - stage.height / 2) / viewport.scale,
  }
}

/** Pans no further than needed to show the position within the margin. */
export function bringIntoView(viewport: Viewport, stage: Size, position: Point): Viewport {
  const at = toStage(viewport, stage, position)
  const overflow = (value: number, length: number) => {
    const border = Math.min(margin, length / 2)
    return Math.min(0, value - border) + Math.max(0, value - length + border)
  }
  const by = { x: -overflow(at.x, stage.width), y: -overflow(at.y, stage.height) }
  return by.x === 0 && by.y === 0 ? viewport : panBy(viewport, by)
}

export function pointAt(points: Float32Array, index: number): Point {
  return { x: points[index * 2] ?? 0, y: points[index * 2 + 1] ?? 0 }
}

/** The radius in pixels: smaller for many points, and a little larger when zoomed in. */
export function toRadius(count: number, zoom: number): number {
  const baseRadius = Math.min(5, Math.max(1.75, 9 - Math.log10(Math.max(1, count)) * 1.6))
  return baseRadius * Math.min(2, Math.max(0.8, zoom ** 0.2))
}
