// The map on its canvas: its content, viewport and hit testing, and when it is painted again.
import KDBush from 'kdbush'
import { useEffect } from 'react'
import { connectWorker } from '../../../api/worker-calls'
import type { Point } from '../../../components/use-pan-zoom'
import { CanvasScene, useCanvasScene } from '../inspect/canvas-scene'
import { toPixel } from '../inspect/color-ramp'
import {
  type Coloring,
  covers,
  drawLasso,
  drawMarks,
  drawPainted,
  type Marks,
  type Painted,
} from './draw-map'
import { findInside, findNearest, findNext } from './find-points'
import type { Frame, PaintHandlers } from './paint-worker'
import {
  bringIntoView,
  fitViewport,
  panBy,
  pointAt,
  toMap,
  toRadius,
  toStage,
  type Viewport,
  zoomBy,
} from './viewport'

const noMarks = { selected: null, neighbors: [] }

/** The last viewport of layouts that were shown before. */
const viewports = new WeakMap<Float32Array, Viewport>()

/** Maximum pixels of a picture: on very large screens it has a lower resolution. */
const maxPixels = 6_000_000
/** CSS pixels painted beyond each side of the stage, which become visible while the map is moved. */
const overscan = 160
/** Minimum interval between pictures, in milliseconds. */
const paintIntervalMs = 50
/** Delay after the last move before a sharp picture is painted, so that painting does not slow down moving. */
const sharpPaintDelayMs = 90
/** Maximum distance of the pointer from a point's edge, in pixels. */
const hitRadius = 6

export class MapScene extends CanvasScene {
  readonly #worker = new Worker(new URL('./paint-worker.ts', import.meta.url), { type: 'module' })
  readonly #call = connectWorker<PaintHandlers>(this.#worker, 'Couldn’t draw the map.').call
  readonly #repaintLoop = createRepaintLoop(
    (frame) => this.#call('paint', frame),
    () => this.requestDraw(),
  )
  #points: Float32Array = new Float32Array(0)
  /** Null until the points have been indexed. */
  #index: KDBush | null = null
  /** The viewport that shows all points. */
  #fit: Viewport = { scale: 1, x: 0, y: 0 }
  #viewport = this.#fit
  #coloring: Coloring | null = null
  #marks: Omit<Marks, 'cursor'> = noMarks
  #cursor: number | null = null
  #lasso: readonly Point[] | null = null
  #nextPicture: ReturnType<typeof setTimeout> | undefined
  #paintedAt = Number.NEGATIVE_INFINITY
  #movedAt = Number.NEGATIVE_INFINITY
  /** The points or colors have changed, not only the viewport. */
  #needsNewPicture = true

  constructor(canvas: HTMLCanvasElement) {
    super(canvas, { alpha: false })
  }

  protected override onResize() {
    const wasFitted = this.#viewport === this.#fit
    this.#fit = fitViewport(this.#points, this.size)
    if (wasFitted) this.#viewport = this.#fit
    this.#repaint()
  }

  /** New points are shown in their last viewport, or fitted. The cursor stays. */
  show(points: Float32Array, coloring: Coloring, marks: Omit<Marks, 'cursor'>) {
    if (points !== this.#points) this.#showPoints(points)
    if (coloring !== this.#coloring) {
      this.#coloring = coloring
      const { tones, colors, highlighted, palette } = coloring
      const appearance = {
        tones,
        colors: Uint32Array.from(colors, toPixel),
        highlighted,
        background: toPixel(palette.background),
        faint: toPixel(palette.faint),
      }
      // If the worker fails, the last picture stays.
      this.#call('setAppearance', appearance).catch(() => undefined)
      this.#repaint()
    }
    this.#marks = marks
    this.requestDraw()
  }

  #showPoints(points: Float32Array) {
    this.#points = points
    this.#fit = fitViewport(points, this.size)
    this.#viewport = viewports.get(points) ?? this.#fit
    this.#index = null
    this.#coloring = null
    this.#cursor = null
    const setIndex = (data: ArrayBuffer) => {
      if (this.#points === points) this.#index = KDBush.from(data)
    }
    this.#call('setPoints', points).then(setIndex, () => undefined)
    this.#repaintLoop.reset()
    this.#needsNewPicture = true
  }

  /** The point under the pointer or the keyboard cursor, or null. */
  showCursor(index: number | null) {
    this.#cursor = index
    this.requestDraw()
  }

  /** `path` is in pixels of the stage; null hides the lasso. */
  showLasso(path: readonly Point[] | null) {
    this.#lasso = path
    this.requestDraw()
  }

  pan(by: Point) {
    this.#setViewport(panBy(this.#viewport, by))
  }

  /** `at` is relative to the center of the stage. */
  zoom(factor: number, at: Point = { x: 0, y: 0 }) {
    this.#setViewport(zoomBy(this.#viewport, this.#fit, factor, at))
  }

  /** Shows all points. */
  reset() {
    this.#setViewport(this.#fit)
  }

  reveal(index: number) {
    this.#setViewport(bringIntoView(this.#viewport, this.size, pointAt(this.#points, index)))
  }

  #setViewport(viewport: Viewport) {
    if (viewport === this.#viewport) return
    this.#viewport = viewport
    if (viewport === this.#fit) viewports.delete(this.#points)
    else viewports.set(this.#points, viewport)
    this.#movedAt = performance.now()
    this.#repaintLoop.invalidate()
    this.requestDraw()
  }

  /** Finds the point at a position of the stage. */
  find(at: Point): number | null {
    const position = toMap(this.#viewport, this.size, at)
    const among =
      this.#index?.within(position.x, position.y, (hitRadius + this.#radius()) / this.#viewport.scale) ?? []
    return findNearest(this.#points, position, { among, highlighted: this.#coloring?.highlighted ?? null })
  }

  selected(): number | null {
    return this.#marks.selected
  }

  hasPoints(): boolean {
    return this.#points.length > 0
  }

  locate(index: number): Point {
    return toStage(this.#viewport, this.size, pointAt(this.#points, index))
  }

  /** Finds the next point in a direction; without `from`, the selected point or the first one that can be picked. */
  findStep(from: number | null, direction: Point): number | null {
    const pickable = this.#coloring?.pickable ?? null
    if (from !== null) return findNext(this.#points, from, direction, pickable)
    if (this.#marks.selected !== null) return this.#marks.selected
    const first = pickable ? pickable.indexOf(1) : 0
    return first < 0 ? null : first
  }

  findWithin(path: readonly Point[]): number[] {
    const pickable = this.#coloring?.pickable ?? null
    const polygon = path.map((at) => toMap(this.#viewport, this.size, at))
    return findInside(this.#points, polygon).filter((index) => pickable === null || pickable[index] === 1)
  }

  /** Renders the visible part without the cursor. `density`: pixels of the picture per CSS pixel. */
  async renderPicture(density: number): Promise<HTMLCanvasElement> {
    const [viewport, stage, coloring] = [this.#viewport, this.size, this.#coloring]
    const marks = { ...this.#marks, cursor: null, points: this.#points, radius: this.#radius() }
    const bitmap = await this.#call('paint', { viewport, stage, density, radius: marks.radius })
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(stage.width * density)
    canvas.height = Math.round(stage.height * density)
    const context = canvas.getContext('2d')
    if (context && coloring) {
      context.scale(density, density)
      const drawContext = { viewport, stage, density, palette: coloring.palette }
      drawPainted(context, { bitmap, viewport, density }, drawContext)
      drawMarks(context, marks, drawContext)
    }
    bitmap.close()
    return canvas
  }

  override close() {
    super.close()
    clearTimeout(this.#nextPicture)
    this.#repaintLoop.close()
    this.#worker.terminate()
  }

  #repaint() {
    this.#needsNewPicture = true
    this.#repaintLoop.invalidate()
    this.requestDraw()
  }

  /** Draws the last picture, and requests a new one if it is outdated. */
  protected override draw(context: CanvasRenderingContext2D) {
    const coloring = this.#coloring
    if (!coloring) return
    const { palette } = coloring
    const drawContext = { viewport: this.#viewport, stage: this.size, density: this.density, palette }
    const marks = { ...this.#marks, cursor: this.#cursor, points: this.#points, radius: this.#radius() }
    drawPainted(context, this.#repaintLoop.painted(), drawContext)
    drawMarks(context, marks, drawContext)
    if (this.#lasso) drawLasso(context, this.#lasso, palette.accent)
    if (this.#repaintLoop.isDue()) this.#paintSoon()
  }

  #paintSoon() {
    clearTimeout(this.#nextPicture)
    const shown = { viewport: this.#viewport, stage: this.size }
    const isCovered = !this.#needsNewPicture && covers(this.#repaintLoop.painted(), shown)
    const due = isCovered ? this.#movedAt + sharpPaintDelayMs : this.#paintedAt + paintIntervalMs
    const wait = due - performance.now()
    if (wait > 0) {
      this.#nextPicture = setTimeout(() => this.#paintSoon(), wait)
      return
    }
    this.#paintedAt = performance.now()
    this.#needsNewPicture = false
    const stage = { width: this.size.width + 2 * overscan, height: this.size.height + 2 * overscan }
    const density = Math.min(this.density, Math.sqrt(maxPixels / (stage.width * stage.height)))
    this.#repaintLoop.paint({ viewport: this.#viewport, stage, density, radius: this.#radius() })
  }

  #radius(): number {
    return toRadius(this.#points.length / 2, this.#viewport.scale / this.#fit.scale)
  }
}

/** Returns null until the canvas is mounted. */
export function useMapScene(
  canvas: HTMLCanvasElement | null,
  points: Float32Array,
  coloring: Coloring,
  marks: Omit<Marks, 'cursor'>,
) {
  const scene = useCanvasScene(canvas, MapScene)
  useEffect(() => scene?.show(points, coloring, marks), [scene, points, coloring, marks])
  return scene
}

/** Paints the pictures of the map one at a time, always for the latest request. */
function createRepaintLoop(requestPicture: (frame: Frame) => Promise<ImageBitmap>, onPainted: () => void) {
  let painted: Painted | null = null
  let isPainting = false
  let isClosed = false
  /** Increases with each change; pictures of a version before `oldestValid` are dropped. */
  let latest = 0
  let current = 0
  let oldestValid = 0

  function replace(next: Painted | null) {
    painted?.bitmap.close()
    painted = next
  }

  const isDue = () => !isPainting && !isClosed && latest !== current

  async function paint(frame: Frame) {
    if (!isDue()) return
    isPainting = true
    const requested = latest
    const bitmap = await requestPicture(frame)
    isPainting = false
    current = requested
    if (isClosed || requested < oldestValid) bitmap.close()
    else replace({ bitmap, viewport: frame.viewport, density: frame.density })
    if (!isClosed) onPainted()
  }

  return {
    /** The latest picture; null before the first. */
    painted: () => painted,
    /** The viewport or the colors have changed. */
    invalidate: () => {
      latest += 1
    },
    /** The points have changed: drops the picture and the one being painted. */
    reset: () => {
      latest += 1
      oldestValid = latest
      replace(null)
    },
    /** The picture is outdated, and none is being painted. */
    isDue,
    // If the worker died, the last picture stays.
    paint: (frame: Frame) => void paint(frame).catch(() => undefined),
    close: () => {
      isClosed = true
      replace(null)
    },
  }
}
