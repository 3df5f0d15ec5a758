// Paints the map beside the page, and finds what lies within a lasso.
import KDBush from 'kdbush'
import { findInside } from './find-points'
import type { Frame, FromPainter, ToPainter } from './paint-messages'
import { type Look, paintPoints } from './paint-points'

let points: Float32Array = new Float32Array(0)
let look: Look | null = null

addEventListener('message', ({ data }: MessageEvent<ToPainter>) => {
  switch (data.type) {
    case 'points':
      points = data.points
      look = null
      return answer({ type: 'index', index: makeIndex(points) })
    case 'look':
      look = data.look
      return
    case 'paint': {
      const { id, frame } = data
      void paint(frame).then((bitmap) => answer({ type: 'painted', id, bitmap }))
      return
    }
    case 'inside':
      return answer({ type: 'inside', id: data.id, indices: findInside(points, data.polygon) })
  }
})

function answer(message: FromPainter) {
  const transfer = message.type === 'painted' ? [message.bitmap] : []
  postMessage(message, { transfer: message.type === 'index' ? [message.index] : transfer })
}

/** A new piece of bytes each time: the page takes it over. */
function makeIndex(placed: Float32Array): ArrayBuffer {
  const index = new KDBush(placed.length / 2, 64, Float32Array)
  for (let at = 0; at < placed.length; at += 2) index.add(placed[at] ?? 0, placed[at + 1] ?? 0)
  index.finish()
  // It was made with an ArrayBuffer, as by default.
  return index.data as ArrayBuffer
}

function paint({ outlook, stage, density, radius }: Frame): Promise<ImageBitmap> {
  const size = {
    width: Math.max(1, Math.round(stage.width * density)),
    height: Math.max(1, Math.round(stage.height * density)),
  }
  const picture = new ImageData(size.width, size.height)
  const scaled = { ...outlook, scale: outlook.scale * density }
  const pixels = new Int32Array(picture.data.buffer)
  if (look) paintPoints(pixels, size, { points, look, outlook: scaled, radius: radius * density })
  return createImageBitmap(picture)
}
