// The map on its canvas: it follows the hand at once by its last picture, and a sharp one is painted beside the page.

import { covers, drawLasso, drawMarks, drawPainted, type Marks, noMarks } from './draw-map'
import { findNearest } from './find-points'
import { type MapPalette, toPixel } from './map-palette'
import type { Look } from './paint-points'
import type { Frame } from './paint-worker'
import { createRepaintLoop, openPaintWorker, type PaintWorkerClient } from './paint-worker-client'
import {
  bringIntoView,
  fitViewport,
  type MapPoint,
  panBy,
  pointAt,
  type Size,
  toMap,
  toRadius,
  toStage,
  type Viewport,
  zoomBy,
} from './viewport'

export interface Coloring {
  readonly tones: Uint8Array
  /** Of each tone. */
  readonly colors: readonly string[]
  readonly highlighted: Uint8Array | null
  /** 1 for those that the keys and the lasso come to; null where all are. */
  readonly pickable: Uint8Array | null
  readonly palette: MapPalette
}

export interface Scene {
  /** `density`: pixels of the screen for one of the page. */
  resize(stage: Size, density: number): void
  /** Other points: as they were looked at last, or all of them. They are drawn once they have colors. */
  showPoints(points: Float32Array): void
  showColors(coloring: Coloring): void
  showMarks(marks: Marks): void
  /** In pixels of the stage; null where none is drawn. */
  showLasso(path: readonly MapPoint[] | null): void
  pan(by: MapPoint): void
  /** `at` is counted from the middle of the stage. */
  zoom(factor: number, at?: MapPoint): void
  /** All points are seen. */
  reset(): void
  reveal(index: number): void
  /** The point under a place of the stage. */
  find(at: MapPoint): number | null
  locate(index: number): MapPoint
  findWithin(path: readonly MapPoint[]): Promise<number[]>
  /** What is seen now but for the pointer's marks, in so many pixels for one of the page. */
  renderPicture(density: number): Promise<HTMLCanvasElement>
  close(): void
}

/** What is shown, and from where it is looked at. */
interface Shown {
  stage: Size
  density: number
  points: Float32Array
  /** All points are seen. */
  fit: Viewport
  viewport: Viewport
  coloring: Coloring | null
  marks: Marks
  lasso: readonly MapPoint[] | null
}

/** From where points were looked at last, for those who come back to them. */
const viewports = new WeakMap<Float32Array, Viewport>()

export function createScene(canvas: HTMLCanvasElement): Scene {
  const painter = openPaintWorker()
  const shown = showNothing()
  const drawing = createDrawing(canvas, shown, painter)
  const look = (viewport: Viewport) => {
    if (viewport === shown.viewport) return
    shown.viewport = viewport
    if (viewport === shown.fit) viewports.delete(shown.points)
    else viewports.set(shown.points, viewport)
    drawing.move()
  }
  const mark = (news: Partial<Shown>) => {
    Object.assign(shown, news)
    drawing.drawSoon()
  }
  return {
    resize: (stage, density) => {
      resize(canvas, shown, { stage, density })
      drawing.renew()
      // A canvas of another size is empty: it would flash.
      drawing.drawNow()
    },
    showPoints: (points) => {
      const fit = fitViewport(points, shown.stage)
      const viewport = viewports.get(points) ?? fit
      Object.assign(shown, { points, fit, viewport, marks: noMarks, coloring: null })
      painter.showPoints(points)
      drawing.forget()
    },
    showColors: (coloring) => {
      shown.coloring = coloring
      painter.showLook(toLook(coloring))
      drawing.renew()
    },
    showMarks: (marks) => mark({ marks }),
    showLasso: (lasso) => mark({ lasso }),
    pan: (by) => look(panBy(shown.viewport, by)),
    zoom: (factor, at) => look(zoomBy(shown.viewport, shown.fit, { factor, ...(at && { at }) })),
    reset: () => look(shown.fit),
    reveal: (index) => look(bringIntoView(shown.viewport, shown.stage, pointAt(shown.points, index))),
    find: (at) => findUnder(at, shown, painter),
    locate: (index) => toStage(shown.viewport, shown.stage, pointAt(shown.points, index)),
    findWithin: (path) => findWithin(path, shown, painter),
    renderPicture: (density) => renderPicture(density, shown, painter),
    close: () => {
      drawing.close()
      painter.close()
    },
  }
}

function showNothing(): Shown {
  const fit = { scale: 1, x: 0, y: 0 }
  return {
    stage: { width: 0, height: 0 },
    density: 1,
    points: new Float32Array(0),
    fit,
    viewport: fit,
    coloring: null,
    marks: noMarks,
    lasso: null,
  }
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
function createDrawing(canvas: HTMLCanvasElement, shown: Shown, painter: PaintWorkerClient) {
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
    if (repaintLoop.shouldYield()) paintSoon()
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

function toFrame(shown: Shown): Frame {
  const stage = { width: shown.stage.width + 2 * beyond, height: shown.stage.height + 2 * beyond }
  const finest = Math.sqrt(maxPixels / (stage.width * stage.height))
  const density = Math.min(shown.density, finest)
  return { viewport: shown.viewport, stage, density, radius: radiusNow(shown) }
}

function radiusNow({ points, viewport, fit }: Shown): number {
  return toRadius(points.length / 2, viewport.scale / fit.scale)
}

function resize(
  canvas: HTMLCanvasElement,
  shown: Shown,
  { stage, density }: { readonly stage: Size; readonly density: number },
) {
  const wasFitted = shown.viewport === shown.fit
  const fit = fitViewport(shown.points, stage)
  Object.assign(shown, { stage, density, fit, ...(wasFitted && { viewport: fit }) })
  canvas.width = Math.round(stage.width * density)
  canvas.height = Math.round(stage.height * density)
}

function toLook({ tones, colors, highlighted, palette }: Coloring): Look {
  return {
    tones,
    colors: Uint32Array.from(colors, toPixel),
    highlighted,
    background: toPixel(palette.background),
    faint: toPixel(palette.faint),
  }
}

/** How far beside a point the pointer may be, in pixels. */
const reach = 6

function findUnder(at: MapPoint, shown: Shown, painter: PaintWorkerClient): number | null {
  const { points, viewport, stage, coloring } = shown
  const place = toMap(viewport, stage, at)
  const among = painter.getIndex()?.within(place.x, place.y, (reach + radiusNow(shown)) / viewport.scale)
  return findNearest(points, place, { among: among ?? [], highlighted: coloring?.highlighted ?? null })
}

async function findWithin(
  path: readonly MapPoint[],
  shown: Shown,
  painter: PaintWorkerClient,
): Promise<number[]> {
  const { viewport, stage, coloring } = shown
  const pickable = coloring?.pickable ?? null
  const inside = await painter.findInside(path.map((at) => toMap(viewport, stage, at)))
  return [...inside].filter((index) => pickable === null || pickable[index] === 1)
}

async function renderPicture(
  density: number,
  shown: Shown,
  painter: PaintWorkerClient,
): Promise<HTMLCanvasElement> {
  const { viewport, stage, coloring, marks, points } = shown
  const radius = radiusNow(shown)
  const bitmap = await painter.paint({ viewport, stage, density, radius })
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(stage.width * density)
  canvas.height = Math.round(stage.height * density)
  const context = canvas.getContext('2d')
  if (context && coloring) {
    const ground = { viewport, stage, density, palette: coloring.palette }
    drawPainted(context, { bitmap, viewport, density }, ground)
    drawMarks(context, { ...marks, cursor: null, points, radius }, ground)
  }
  bitmap.close()
  return canvas
}
