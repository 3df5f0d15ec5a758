// A worker that paints the map, and indexes its points.
import KDBush from 'kdbush'
import { serveCalls } from '../../../api/worker-calls'
import type { Size } from '../../../components/use-pan-zoom'
import { type PointAppearance, paintPoints } from './paint-points'
import type { Viewport } from './viewport'

/** The picture to paint: the stage in CSS pixels, and the pixels of the picture per CSS pixel. */
export interface Frame {
  readonly viewport: Viewport
  readonly stage: Size
  readonly density: number
  /** In CSS pixels. */
  readonly radius: number
}

let points: Float32Array = new Float32Array(0)
let appearance: PointAppearance | null = null

const handlers = {
  /** Returns their index, for `KDBush.from`. Nothing is painted until the appearance is set. */
  setPoints: (next: Float32Array): ArrayBuffer => {
    points = next
    appearance = null
    return buildIndex(points)
  },
  setAppearance: (next: PointAppearance) => {
    appearance = next
  },
  paint,
}
export type PaintHandlers = typeof handlers

serveCalls(handlers, self)

function buildIndex(positions: Float32Array): ArrayBuffer {
  const index = new KDBush(positions.length / 2, 64, Float32Array)
  for (let at = 0; at < positions.length; at += 2) index.add(positions[at] ?? 0, positions[at + 1] ?? 0)
  index.finish()
  // KDBush uses an ArrayBuffer by default.
  return index.data as ArrayBuffer
}

function paint({ viewport, stage, density, radius }: Frame): Promise<ImageBitmap> {
  const size = {
    width: Math.max(1, Math.round(stage.width * density)),
    height: Math.max(1, Math.round(stage.height * density)),
  }
  const picture = new ImageData(size.width, size.height)
  const scaled = { ...viewport, scale: viewport.scale * density }
  const pixels = new Int32Array(picture.data.buffer)
  if (appearance)
    paintPoints(pixels, size, { points, appearance, viewport: scaled, radius: radius * density })
  return createImageBitmap(picture)
}
