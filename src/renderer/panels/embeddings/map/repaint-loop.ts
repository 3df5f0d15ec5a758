// Draws the map in frames: the last painted picture follows at once, a sharp one is painted by the worker when it is due.

import type { Point, Size } from '../../../components/use-pan-zoom'
import {
  type Coloring,
  covers,
  drawLasso,
  drawMarks,
  drawPainted,
  type Marks,
  type Painted,
} from './draw-map'
import type { Frame } from './paint-worker'
import type { PaintWorkerClient } from './paint-worker-client'
import { toRadius, type Viewport } from './viewport'

/** What the map shows, and which part of it is visible. */
export interface SceneState {
  stage: Size
  density: number
  points: Float32Array
  /** All points are seen. */
  fit: Viewport
  viewport: Viewport
  coloring: Coloring | null
  marks: Marks
  lasso: readonly Point[] | null
}

/** Pixels of a picture, at the most: on very large screens it is painted less finely. */
const maxPixels = 6_000_000
/** Painted beyond the stage on each side: it comes into view while the map is moved, before the next picture does. */
const beyond = 160
/** Milliseconds from picture to picture. */
const pace = 50
/** Milliseconds without a move after which it is painted sharply: till then moving the last picture has the processor. */
const rest = 90

/** Draws in the next frame what is there, and has painted what is not. */
export function createDrawing(canvas: HTMLCanvasElement, shown: SceneState, painter: PaintWorkerClient) {
  const context = canvas.getContext('2d', { alpha: false })
  const repaintLoop = createRepaintLoop(painter, drawSoon)
  let nextFrame = 0
  let nextPicture: ReturnType<typeof setTimeout> | undefined
  let asked = Number.NEGATIVE_INFINITY
  let movedAt = Number.NEGATIVE_INFINITY
  /** What is there is not only seen from elsewhere, but looks otherwise. */
  let isOther = true
  let isClosed = false

  function drawSoon() {
    if (nextFrame === 0 && !isClosed) nextFrame = requestAnimationFrame(drawNow)
  }

  function drawNow() {
    cancelAnimationFrame(nextFrame)
    nextFrame = 0
    const { viewport, stage, density, coloring, lasso } = shown
    if (!context || !coloring || stage.width === 0 || stage.height === 0) return
    const ground = { viewport, stage, density, palette: coloring.palette }
    const radius = radiusNow(shown)
    drawPainted(context, repaintLoop.painted(), ground)
    drawMarks(context, { ...shown.marks, points: shown.points, radius }, ground)
    if (lasso) drawLasso(context, lasso, coloring.palette.accent)
    if (repaintLoop.isDue()) paintSoon()
  }

  function paintSoon() {
    clearTimeout(nextPicture)
    const isEnough = !isOther && covers(repaintLoop.painted(), shown)
    const wait = (isEnough ? movedAt + rest : asked + pace) - performance.now()
    if (wait > 0) {
      nextPicture = setTimeout(paintSoon, wait)
      return
    }
    asked = performance.now()
    isOther = false
    repaintLoop.paint(toFrame(shown))
  }

  return {
    drawNow,
    drawSoon,
    move: () => {
      movedAt = performance.now()
      repaintLoop.renew()
      drawSoon()
    },
    renew: () => {
      isOther = true
      repaintLoop.renew()
      drawSoon()
    },
    forget: () => {
      isOther = true
      repaintLoop.forget()
      drawSoon()
    },
    close: () => {
      isClosed = true
      cancelAnimationFrame(nextFrame)
      clearTimeout(nextPicture)
      repaintLoop.close()
    },
  }
}

function toFrame(shown: SceneState): Frame {
  const stage = { width: shown.stage.width + 2 * beyond, height: shown.stage.height + 2 * beyond }
  const finest = Math.sqrt(maxPixels / (stage.width * stage.height))
  const density = Math.min(shown.density, finest)
  return { viewport: shown.viewport, stage, density, radius: radiusNow(shown) }
}

export function radiusNow({ points, viewport, fit }: SceneState): number {
  return toRadius(points.length / 2, viewport.scale / fit.scale)
}

interface RepaintLoop {
  /** The latest picture; null before the first. */
  readonly painted: () => Painted | null
  /** The viewport or the colors have changed. */
  readonly renew: () => void
  /** The points have changed: the picture, and one being painted, are dropped. */
  readonly forget: () => void
  /** The picture is outdated, and none is being painted. */
  readonly isDue: () => boolean
  /** Paints this frame if it is due; otherwise does nothing. */
  readonly paint: (frame: Frame) => void
  readonly close: () => void
}

export function createRepaintLoop(
  painter: Pick<PaintWorkerClient, 'paint'>,
  onPainted: () => void,
): RepaintLoop {
  let painted: Painted | null = null
  let isUnderWay = false
  let isClosed = false
  /** Counted up with each change; earlier ones than `oldest` are of no use. */
  let wanted = 0
  let shown = 0
  let oldest = 0

  function take(next: Painted | null) {
    painted?.bitmap.close()
    painted = next
  }

  const isDue = () => !isUnderWay && !isClosed && wanted !== shown

  async function paint(frame: Frame) {
    if (!isDue()) return
    isUnderWay = true
    const requested = wanted
    const bitmap = await painter.paint(frame)
    isUnderWay = false
    shown = requested
    if (isClosed || requested < oldest) bitmap.close()
    else take({ bitmap, viewport: frame.viewport, density: frame.density })
    if (!isClosed) onPainted()
  }

  return {
    painted: () => painted,
    renew: () => {
      wanted += 1
    },
    forget: () => {
      wanted += 1
      oldest = wanted
      take(null)
    },
    isDue,
    // A worker that died paints no more: the last picture stays.
    paint: (frame) => void paint(frame).catch(() => undefined),
    close: () => {
      isClosed = true
      take(null)
    },
  }
}
