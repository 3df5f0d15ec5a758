// The map on its canvas: what it shows, which part of it is visible, and which points are where.
import { useEffect, useState } from 'react'
import type { Point, Size } from '../../../components/use-pan-zoom'
import { type Coloring, drawMarks, drawPainted, type Marks, noMarks } from './draw-map'
import { findNearest, findNext } from './find-points'
import { toPixel } from './map-palette'
import type { MatrixViewport } from './paint-points'
import { openPaintWorker, type PaintWorkerClient } from './paint-worker-client'
import { createDrawing, radiusNow, type SceneState } from './repaint-loop'
import { bringIntoView, fitViewport, panBy, pointAt, toMap, toStage, type Viewport, zoomBy } from './viewport'

export interface Scene {
  /** `density`: pixels of the screen for one of the page. */
  resize(stage: Size, density: number): void
  /** Other points, in their last viewport or fitted. They are drawn once they have colors. */
  showPoints(points: Float32Array): void
  showColors(coloring: Coloring): void
  /** The pointed one stays. */
  showMarks(marks: Omit<Marks, 'cursor'>): void
  /** The point under the pointer or the keys; null if there is none. */
  showCursor(index: number | null): void
  /** In pixels of the stage; null if none is being drawn. */
  showLasso(path: readonly Point[] | null): void
  pan(by: Point): void
  /** `at` is counted from the middle of the stage. */
  zoom(factor: number, at?: Point): void
  /** All points are seen. */
  reset(): void
  reveal(index: number): void
  /** The point under a place of the stage. */
  find(at: Point): number | null
  hasPoints(): boolean
  locate(index: number): Point
  /** Where an arrow key leads from a point; without one to the selected point, or to the first that can be picked. */
  findStep(from: number | null, direction: Point): number | null
  findWithin(path: readonly Point[]): Promise<number[]>
  /** The visible part without the cursor; `density`: pixels of the picture for one CSS pixel. */
  renderPicture(density: number): Promise<HTMLCanvasElement>
  close(): void
}

/** The last viewport of points that were shown before. */
const viewports = new WeakMap<Float32Array, Viewport>()

function createScene(canvas: HTMLCanvasElement): Scene {
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
  const mark = (news: Partial<SceneState>) => {
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
    showMarks: (marks) => mark({ marks: { ...marks, cursor: shown.marks.cursor } }),
    showCursor: (cursor) => mark({ marks: { ...shown.marks, cursor } }),
    showLasso: (lasso) => mark({ lasso }),
    pan: (by) => look(panBy(shown.viewport, by)),
    zoom: (factor, at) => look(zoomBy(shown.viewport, shown.fit, { factor, ...(at && { at }) })),
    reset: () => look(shown.fit),
    reveal: (index) => look(bringIntoView(shown.viewport, shown.stage, pointAt(shown.points, index))),
    find: (at) => findUnder(at, shown, painter),
    hasPoints: () => shown.points.length > 0,
    locate: (index) => toStage(shown.viewport, shown.stage, pointAt(shown.points, index)),
    findStep: (from, direction) => findStep(from, direction, shown),
    findWithin: (path) => findWithin(path, shown, painter),
    renderPicture: (density) => renderPicture(density, shown, painter),
    close: () => {
      drawing.close()
      painter.close()
    },
  }
}

function showNothing(): SceneState {
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

function resize(
  canvas: HTMLCanvasElement,
  shown: SceneState,
  { stage, density }: { readonly stage: Size; readonly density: number },
) {
  const wasFitted = shown.viewport === shown.fit
  const fit = fitViewport(shown.points, stage)
  Object.assign(shown, { stage, density, fit, ...(wasFitted && { viewport: fit }) })
  canvas.width = Math.round(stage.width * density)
  canvas.height = Math.round(stage.height * density)
}

function toLook({ tones, colors, highlighted, palette }: Coloring): MatrixViewport {
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

function findUnder(at: Point, shown: SceneState, painter: PaintWorkerClient): number | null {
  const { points, viewport, stage, coloring } = shown
  const place = toMap(viewport, stage, at)
  const among = painter.getIndex()?.within(place.x, place.y, (reach + radiusNow(shown)) / viewport.scale)
  return findNearest(points, place, { among: among ?? [], highlighted: coloring?.highlighted ?? null })
}

function findStep(
  from: number | null,
  direction: Point,
  { points, coloring, marks }: SceneState,
): number | null {
  const pickable = coloring?.pickable ?? null
  if (from !== null) return findNext(points, { from, direction, among: pickable })
  if (marks.selected !== null) return marks.selected
  const first = pickable ? pickable.indexOf(1) : 0
  return first < 0 ? null : first
}

async function findWithin(
  path: readonly Point[],
  shown: SceneState,
  painter: PaintWorkerClient,
): Promise<number[]> {
  const { viewport, stage, coloring } = shown
  const pickable = coloring?.pickable ?? null
  const inside = await painter.findInside(path.map((at) => toMap(viewport, stage, at)))
  return [...inside].filter((index) => pickable === null || pickable[index] === 1)
}

async function renderPicture(
  density: number,
  shown: SceneState,
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

/** Null until the canvas is there. */
export function useScene(canvas: HTMLCanvasElement | null): Scene | null {
  const [scene, setScene] = useState<Scene | null>(null)
  useEffect(() => {
    const place = canvas?.parentElement
    if (!canvas || !place) return
    const opened = createScene(canvas)
    const measure = () =>
      opened.resize({ width: place.clientWidth, height: place.clientHeight }, window.devicePixelRatio)
    const observer = new ResizeObserver(measure)
    observer.observe(place)
    // A window moved to another screen may have the same size.
    window.addEventListener('resize', measure)
    setScene(opened)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
      setScene(null)
      opened.close()
    }
  }, [canvas])
  return scene
}

interface ShownMap {
  readonly points: Float32Array
  readonly coloring: Coloring
  readonly marks: Omit<Marks, 'cursor'>
}

/** In this order: other points have neither colors nor marks yet. */
export function useShowMap(scene: Scene | null, { points, coloring, marks }: ShownMap) {
  useEffect(() => scene?.showPoints(points), [scene, points])
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are shown on the points.
  useEffect(() => scene?.showColors(coloring), [scene, coloring, points])
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are shown on the points.
  useEffect(() => scene?.showMarks(marks), [scene, marks, points])
}
