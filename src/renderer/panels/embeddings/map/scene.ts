// The map on its canvas: it follows the hand at once by its last picture, and a sharp one is painted beside the page.
import { type Inks, toPixel } from './colours'
import { covers, drawLasso, drawMarks, drawPainted, type Marks, noMarks } from './draw-map'
import { findNearest } from './find-points'
import {
  bringIntoView,
  fitOutlook,
  type Outlook,
  type Place,
  panBy,
  pointAt,
  type Size,
  toMap,
  toRadius,
  toStage,
  zoomBy,
} from './outlook'
import type { Look } from './paint-points'
import type { Frame } from './paint-worker'
import { openPaintWorker, type PaintWorkerClient } from './painter'
import { createRepainting } from './repainting'

export interface Colouring {
  readonly tones: Uint8Array
  /** Of each tone. */
  readonly colours: readonly string[]
  readonly standsOut: Uint8Array | null
  /** 1 for those that the keys and the lasso come to; null where all are. */
  readonly pickable: Uint8Array | null
  readonly inks: Inks
}

export interface Scene {
  /** `density`: pixels of the screen for one of the page. */
  resize(stage: Size, density: number): void
  /** Other points: as they were looked at last, or all of them. They are drawn once they have colours. */
  showPoints(points: Float32Array): void
  showColours(colouring: Colouring): void
  showMarks(marks: Marks): void
  /** In pixels of the stage; null where none is drawn. */
  showLasso(path: readonly Place[] | null): void
  pan(by: Place): void
  /** `at` is counted from the middle of the stage. */
  zoom(factor: number, at?: Place): void
  /** All points are seen. */
  reset(): void
  reveal(index: number): void
  /** The point under a place of the stage. */
  find(at: Place): number | null
  locate(index: number): Place
  takeInside(path: readonly Place[]): Promise<number[]>
  /** What is seen now but for the pointer's marks, in so many pixels for one of the page. */
  takePicture(density: number): Promise<HTMLCanvasElement>
  close(): void
}

/** What is shown, and from where it is looked at. */
interface Shown {
  stage: Size
  density: number
  points: Float32Array
  /** All points are seen. */
  fit: Outlook
  outlook: Outlook
  colouring: Colouring | null
  marks: Marks
  lasso: readonly Place[] | null
}

/** From where points were looked at last, for those who come back to them. */
const outlooks = new WeakMap<Float32Array, Outlook>()

export function createScene(canvas: HTMLCanvasElement): Scene {
  const painter = openPaintWorker()
  const shown = showNothing()
  const drawing = createDrawing(canvas, shown, painter)
  const look = (outlook: Outlook) => {
    if (outlook === shown.outlook) return
    shown.outlook = outlook
    if (outlook === shown.fit) outlooks.delete(shown.points)
    else outlooks.set(shown.points, outlook)
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
      const fit = fitOutlook(points, shown.stage)
      const outlook = outlooks.get(points) ?? fit
      Object.assign(shown, { points, fit, outlook, marks: noMarks, colouring: null })
      painter.showPoints(points)
      drawing.forget()
    },
    showColours: (colouring) => {
      shown.colouring = colouring
      painter.showLook(toLook(colouring))
      drawing.renew()
    },
    showMarks: (marks) => mark({ marks }),
    showLasso: (lasso) => mark({ lasso }),
    pan: (by) => look(panBy(shown.outlook, by)),
    zoom: (factor, at) => look(zoomBy(shown.outlook, shown.fit, { factor, ...(at && { at }) })),
    reset: () => look(shown.fit),
    reveal: (index) => look(bringIntoView(shown.outlook, shown.stage, pointAt(shown.points, index))),
    find: (at) => findUnder(at, shown, painter),
    locate: (index) => toStage(shown.outlook, shown.stage, pointAt(shown.points, index)),
    takeInside: (path) => takeInside(path, shown, painter),
    takePicture: (density) => takePicture(density, shown, painter),
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
    outlook: fit,
    colouring: null,
    marks: noMarks,
    lasso: null,
  }
}

/** Pixels of a picture, at the most: on very large screens it is painted less finely. */
const mostPixels = 6_000_000
/** Painted beyond the stage on each side: it comes into view while the map is moved, before the next picture does. */
const beyond = 160
/** Milliseconds from picture to picture. */
const pace = 50
/** Milliseconds without a move after which it is painted sharply: till then moving the last picture has the processor. */
const rest = 90

/** Draws in the next frame what is there, and has painted what is not. */
function createDrawing(canvas: HTMLCanvasElement, shown: Shown, painter: PaintWorkerClient) {
  const context = canvas.getContext('2d', { alpha: false })
  const repainting = createRepainting(painter, drawSoon)
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
    const { outlook, stage, density, colouring, lasso } = shown
    if (!context || !colouring || stage.width === 0 || stage.height === 0) return
    const ground = { outlook, stage, density, inks: colouring.inks }
    const radius = radiusNow(shown)
    drawPainted(context, repainting.painted(), ground)
    drawMarks(context, { ...shown.marks, points: shown.points, radius }, ground)
    if (lasso) drawLasso(context, lasso, colouring.inks.accent)
    if (repainting.isDue()) paintSoon()
  }

  function paintSoon() {
    clearTimeout(nextPicture)
    const isEnough = !isOther && covers(repainting.painted(), shown)
    const wait = (isEnough ? movedAt + rest : asked + pace) - performance.now()
    if (wait > 0) {
      nextPicture = setTimeout(paintSoon, wait)
      return
    }
    asked = performance.now()
    isOther = false
    repainting.paint(toFrame(shown))
  }

  return {
    drawNow,
    drawSoon,
    move: () => {
      movedAt = performance.now()
      repainting.renew()
      drawSoon()
    },
    renew: () => {
      isOther = true
      repainting.renew()
      drawSoon()
    },
    forget: () => {
      isOther = true
      repainting.forget()
      drawSoon()
    },
    close: () => {
      isClosed = true
      cancelAnimationFrame(nextFrame)
      clearTimeout(nextPicture)
      repainting.close()
    },
  }
}

function toFrame(shown: Shown): Frame {
  const stage = { width: shown.stage.width + 2 * beyond, height: shown.stage.height + 2 * beyond }
  const finest = Math.sqrt(mostPixels / (stage.width * stage.height))
  const density = Math.min(shown.density, finest)
  return { outlook: shown.outlook, stage, density, radius: radiusNow(shown) }
}

function radiusNow({ points, outlook, fit }: Shown): number {
  return toRadius(points.length / 2, outlook.scale / fit.scale)
}

function resize(
  canvas: HTMLCanvasElement,
  shown: Shown,
  { stage, density }: { readonly stage: Size; readonly density: number },
) {
  const wasFitted = shown.outlook === shown.fit
  const fit = fitOutlook(shown.points, stage)
  Object.assign(shown, { stage, density, fit, ...(wasFitted && { outlook: fit }) })
  canvas.width = Math.round(stage.width * density)
  canvas.height = Math.round(stage.height * density)
}

function toLook({ tones, colours, standsOut, inks }: Colouring): Look {
  return {
    tones,
    colours: Uint32Array.from(colours, toPixel),
    standsOut,
    background: toPixel(inks.background),
    faint: toPixel(inks.faint),
  }
}

/** How far beside a point the pointer may be, in pixels. */
const reach = 6

function findUnder(at: Place, shown: Shown, painter: PaintWorkerClient): number | null {
  const { points, outlook, stage, colouring } = shown
  const place = toMap(outlook, stage, at)
  const among = painter.getIndex()?.within(place.x, place.y, (reach + radiusNow(shown)) / outlook.scale)
  return findNearest(points, place, { among: among ?? [], standsOut: colouring?.standsOut ?? null })
}

async function takeInside(
  path: readonly Place[],
  shown: Shown,
  painter: PaintWorkerClient,
): Promise<number[]> {
  const { outlook, stage, colouring } = shown
  const pickable = colouring?.pickable ?? null
  const inside = await painter.findInside(path.map((at) => toMap(outlook, stage, at)))
  return [...inside].filter((index) => pickable === null || pickable[index] === 1)
}

async function takePicture(
  density: number,
  shown: Shown,
  painter: PaintWorkerClient,
): Promise<HTMLCanvasElement> {
  const { outlook, stage, colouring, marks, points } = shown
  const radius = radiusNow(shown)
  const bitmap = await painter.paint({ outlook, stage, density, radius })
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(stage.width * density)
  canvas.height = Math.round(stage.height * density)
  const context = canvas.getContext('2d')
  if (context && colouring) {
    const ground = { outlook, stage, density, inks: colouring.inks }
    drawPainted(context, { bitmap, outlook, density }, ground)
    drawMarks(context, { ...marks, cursor: null, points, radius }, ground)
  }
  bitmap.close()
  return canvas
}
