// The page's side of the paint worker, and the loop that keeps one current picture of the points.
import KDBush from 'kdbush'
import { connectWorker } from '../../../api/worker-calls'
import type { Painted } from './draw-map'
import type { Look } from './paint-points'
import type { Frame, PaintHandlers } from './paint-worker'
import type { MapPoint } from './viewport'

export interface PaintWorkerClient {
  /** They have no look until one is shown. */
  showPoints(points: Float32Array): void
  showLook(look: Look): void
  /** Null until the points that were shown last have been indexed. */
  getIndex(): KDBush | null
  paint(frame: Frame): Promise<ImageBitmap>
  /** Indices of the points within, in coordinates of the map. */
  findInside(polygon: readonly MapPoint[]): Promise<Uint32Array>
  close(): void
}

export function openPaintWorker(): PaintWorkerClient {
  const worker = new Worker(new URL('./paint-worker.ts', import.meta.url), { type: 'module' })
  const { call } = connectWorker<PaintHandlers>(worker, 'The map could not be painted.')
  let index: KDBush | null = null
  let shown: Float32Array | undefined
  // Without its worker the map keeps its last picture.
  const ignore = () => undefined
  return {
    showPoints: (points) => {
      index = null
      shown = points
      const setIndex = (data: ArrayBuffer) => {
        if (shown === points) index = KDBush.from(data)
      }
      call('setPoints', points).then(setIndex, ignore)
    },
    showLook: (look) => void call('setLook', look).catch(ignore),
    getIndex: () => index,
    paint: (frame) => call('paint', frame),
    findInside: (polygon) => call('findInside', polygon),
    close: () => worker.terminate(),
  }
}

interface RepaintLoop {
  /** The last that came; null before the first. */
  readonly painted: () => Painted | null
  /** What is there is of another outlook, or of other colors. */
  readonly renew: () => void
  /** What is there is of other points, and so is what is under way. */
  readonly forget: () => void
  /** What is there is not what is wanted, and nothing is under way. */
  readonly shouldYield: () => boolean
  /** Asks for this one where it is due; else nothing happens. */
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

  const shouldYield = () => !isUnderWay && !isClosed && wanted !== shown

  async function paint(frame: Frame) {
    if (!shouldYield()) return
    isUnderWay = true
    const asked = wanted
    const bitmap = await painter.paint(frame)
    isUnderWay = false
    shown = asked
    if (isClosed || asked < oldest) bitmap.close()
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
    shouldYield,
    // A worker that died paints no more: the last picture stays.
    paint: (frame) => void paint(frame).catch(() => undefined),
    close: () => {
      isClosed = true
      take(null)
    },
  }
}
