// Draws a frame of the map: the painted picture at its current position, then the cursor, selection and lasso.

import type { Point, Size } from '../../../components/use-pan-zoom'
import type { MapPalette } from './point-colors'
import { pointAt, toStage, type Viewport } from './viewport'

/** A picture of the points, centered like its viewport. */
export interface Painted {
  readonly bitmap: ImageBitmap
  readonly viewport: Viewport
  /** Pixels of the picture per CSS pixel. */
  readonly density: number
}

/** Returns true if the picture, moved and scaled by up to two, fills the stage. */
export function covers(
  painted: Painted | null,
  { viewport, stage }: Pick<DrawContext, 'viewport' | 'stage'>,
): boolean {
  if (!painted) return false
  const stretch = viewport.scale / painted.viewport.scale
  if (stretch > 2 || stretch < 0.5) return false
  const width = (painted.bitmap.width / painted.density) * stretch
  const height = (painted.bitmap.height / painted.density) * stretch
  const center = toStage(viewport, stage, painted.viewport)
  const across = Math.abs(center.x - stage.width / 2) <= (width - stage.width) / 2
  return across && Math.abs(center.y - stage.height / 2) <= (height - stage.height) / 2
}

/** Indices of points. */
export interface Marks {
  readonly selected: number | null
  readonly cursor: number | null
  /** The neighbors of the selected point, nearest first. */
  readonly neighbors: readonly number[]
}

export interface Coloring {
  readonly tones: Uint8Array
  /** The color of each tone. */
  readonly colors: readonly string[]
  readonly highlighted: Uint8Array | null
  /** 1 for points that keys and lasso can reach; null if all can be reached. */
  readonly pickable: Uint8Array | null
  readonly palette: MapPalette
}

interface DrawContext {
  readonly viewport: Viewport
  readonly stage: Size
  readonly density: number
  readonly palette: MapPalette
}

/** Draws the picture moved and scaled to the current viewport, until a sharp one is painted. */
export function drawPainted(
  context: CanvasRenderingContext2D,
  painted: Painted | null,
  { viewport, stage, density, palette }: DrawContext,
) {
  context.fillStyle = palette.background
  context.fillRect(0, 0, stage.width, stage.height)
  if (!painted) return
  const stretch = viewport.scale / painted.viewport.scale
  const width = (painted.bitmap.width / painted.density) * stretch
  const height = (painted.bitmap.height / painted.density) * stretch
  const center = toStage(viewport, stage, painted.viewport)
  const onPixel = (value: number) => Math.round(value * density) / density
  // At 1:1, drawing without smoothing is sharp and fastest.
  context.imageSmoothingEnabled = stretch !== 1 || painted.density !== density
  context.imageSmoothingQuality = 'low'
  const corner = { x: onPixel(center.x - width / 2), y: onPixel(center.y - height / 2) }
  context.drawImage(painted.bitmap, corner.x, corner.y, width, height)
}

interface ShownMarks extends Marks {
  readonly points: Float32Array
  readonly radius: number
}

export function drawMarks(
  context: CanvasRenderingContext2D,
  marks: ShownMarks,
  { viewport, stage, palette }: DrawContext,
) {
  const { points, selected, cursor, neighbors, radius } = marks
  const locate = (index: number) => toStage(viewport, stage, pointAt(points, index))
  if (selected !== null) {
    const from = locate(selected)
    neighbors.forEach((index, rank) => {
      context.globalAlpha = 0.9 - (0.6 * rank) / Math.max(1, neighbors.length)
      drawLine(context, from, locate(index), palette.accent)
    })
    context.globalAlpha = 1
    for (const index of neighbors)
      drawRing(context, locate(index), { radius: radius + 2, color: palette.accent })
    drawRing(context, from, { radius: radius + 4, color: palette.background, width: 5 })
    drawRing(context, from, { radius: radius + 4, color: palette.accent, width: 2.5 })
  }
  if (cursor !== null)
    drawRing(context, locate(cursor), { radius: radius + 3, color: palette.ink, width: 1.5 })
}

function drawLine(context: CanvasRenderingContext2D, from: Point, to: Point, color: string) {
  context.strokeStyle = color
  context.lineWidth = 1.25
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.stroke()
}

interface Ring {
  readonly radius: number
  readonly color: string
  readonly width?: number
}

function drawRing(context: CanvasRenderingContext2D, { x, y }: Point, { radius, color, width = 1.25 }: Ring) {
  context.strokeStyle = color
  context.lineWidth = width
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.stroke()
}

/** `path` is in pixels of the stage; its ends are joined. */
export function drawLasso(context: CanvasRenderingContext2D, path: readonly Point[], color: string) {
  const [first, ...others] = path
  if (!first) return
  context.beginPath()
  context.moveTo(first.x, first.y)
  for (const { x, y } of others) context.lineTo(x, y)
  context.closePath()
  context.globalAlpha = 0.1
  context.fillStyle = color
  context.fill()
  context.globalAlpha = 1
  context.strokeStyle = color
  context.lineWidth = 1.5
  context.setLineDash([4, 3])
  context.stroke()
  context.setLineDash([])
}
