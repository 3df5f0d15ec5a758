// The picture of the points, painted again and again: one at a time, of the newest outlook, and only where it is another.
import type { Painted } from './draw-map'
import type { Frame } from './paint-worker'
import type { PaintWorkerClient } from './painter'

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
