// The page's side of the map's painter: one picture at a time, and always of the newest wish.
import KDBush from 'kdbush'
import type { Place } from './outlook'
import type { Frame, FromPainter, ToPainter } from './paint-messages'
import type { Look } from './paint-points'

export interface Painter {
  /** They have no look until one is shown. */
  showPoints(points: Float32Array): void
  showLook(look: Look): void
  /** Null until the points that were shown last have been sorted. */
  readIndex(): KDBush | null
  paint(frame: Frame): Promise<ImageBitmap>
  /** Indices of the points within, in the map's own places. */
  findInside(polygon: readonly Place[]): Promise<Uint32Array>
  close(): void
}

export function openPainter(): Painter {
  const worker = new Worker(new URL('./paint-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, (answer: FromPainter) => void>()
  let index: KDBush | null = null
  /** Points that were shown and are not sorted yet: what comes of earlier ones is of no use. */
  let unsorted = 0
  let lastId = 0
  const tell = (message: ToPainter) => worker.postMessage(message)

  worker.addEventListener('message', ({ data }: MessageEvent<FromPainter>) => {
    if (data.type === 'index') {
      unsorted -= 1
      if (unsorted === 0) index = KDBush.from(data.index)
      return
    }
    const settle = waiting.get(data.id)
    waiting.delete(data.id)
    settle?.(data)
  })

  function ask<Type extends 'painted' | 'inside'>(type: Type, toMessage: (id: number) => ToPainter) {
    lastId += 1
    const id = lastId
    return new Promise<Extract<FromPainter, { type: Type }>>((resolve) => {
      const isOurs = (answer: FromPainter): answer is Extract<FromPainter, { type: Type }> =>
        answer.type === type
      waiting.set(id, (answer) => isOurs(answer) && resolve(answer))
      tell(toMessage(id))
    })
  }

  return {
    showPoints: (points) => {
      index = null
      unsorted += 1
      tell({ type: 'points', points })
    },
    showLook: (look) => tell({ type: 'look', look }),
    readIndex: () => index,
    paint: async (frame) => (await ask('painted', (id) => ({ type: 'paint', id, frame }))).bitmap,
    findInside: async (polygon) => (await ask('inside', (id) => ({ type: 'inside', id, polygon }))).indices,
    close: () => worker.terminate(),
  }
}
