// Has the picture of the map painted one at a time, always the latest that is wanted.
import type { Painted } from './draw-map'
import type { Frame } from './paint-worker'

interface RepaintLoop {
  /** The latest picture; null before the first. */
  readonly painted: () => Painted | null
  /** The viewport or the colors have changed. */
  readonly renew: () => void
  /** The points have changed: the picture, and one being painted, are dropped. */
  readonly forget: () => void
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
  /** Counted up with each change; earlier ones than `oldest` are of no use. */
  let wanted = 0
  let shown = 0
  let oldest = 0

  function replace(next: Painted | null) {
    painted?.bitmap.close()
    painted = next
  }

  const isDue = () => !isPainting && !isClosed && wanted !== shown

  async function paint(frame: Frame) {
    if (!isDue()) return
    isPainting = true
    const requested = wanted
    const bitmap = await requestPicture(frame)
    isPainting = false
    shown = requested
    if (isClosed || requested < oldest) bitmap.close()
    else replace({ bitmap, viewport: frame.viewport, density: frame.density })
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
      replace(null)
    },
    isDue,
    // A worker that died paints no more: the last picture stays.
    paint: (frame) => void paint(frame).catch(() => undefined),
    close: () => {
      isClosed = true
      replace(null)
    },
  }
}
