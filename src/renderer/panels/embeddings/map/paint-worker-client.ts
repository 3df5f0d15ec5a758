// The page's side of the paint worker.
import KDBush from 'kdbush'
import { connectWorker } from '../../../api/worker-calls'
import type { Point } from '../../../components/use-pan-zoom'
import type { MatrixViewport } from './paint-points'
import type { Frame, PaintHandlers } from './paint-worker'

export interface PaintWorkerClient {
  /** They have no look until one is shown. */
  showPoints(points: Float32Array): void
  showLook(look: MatrixViewport): void
  /** Null until the points that were shown last have been indexed. */
  getIndex(): KDBush | null
  paint(frame: Frame): Promise<ImageBitmap>
  /** Indices of the points within, in coordinates of the map. */
  findInside(polygon: readonly Point[]): Promise<Uint32Array>
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
