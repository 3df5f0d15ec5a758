// Paints the pictures of the map one at a time, always for the latest request.
import type { Painted } from './draw-map'
import type { Frame } from './paint-worker'

interface RepaintLoop {
  /** The latest picture; null before the first. */
  readonly painted: () => Painted | null
  /** The viewport or the colors have changed. */
  readonly invalidate: () => void
  /** The points have changed: drops the picture and the one being painted. */
  readonly reset: () => void
  /** The picture is outdated, and none is being painted. */
  readonly isDue: () => boolean
  /** Paints this frame if it is due; otherwise does nothing. */
  readonly paint: (frame: Frame) => void
  readonly close: () => void
}

export function createRepaintLoop(
  requestPicture: (frame: Frame) => Promise<ImageBitmap>,
  onPainted: () => void,
): RepaintLoop {
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
    painted: () => painted,
    invalidate: () => {
      latest += 1
    },
    reset: () => {
      latest += 1
      oldestValid = latest
      replace(null)
    },
    isDue,
    // If the worker died, the last picture stays.
    paint: (frame) => void paint(frame).catch(() => undefined),
    close: () => {
      isClosed = true
      replace(null)
    },
  }
}
