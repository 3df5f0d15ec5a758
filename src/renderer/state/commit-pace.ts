// When what has arrived is shown: with the next frame, and seldomer where that takes long or nobody sees it.

interface Frames {
  now(): number
  /** In a task of its own. Returns how to leave it. */
  soon(act: () => void): () => void
  /** Once the next frame has been drawn, in so many milliseconds. Returns how to leave it. */
  afterFrame(act: (drawing: number) => void): () => void
  /** Of what has arrived, any is in sight. */
  isInSight(): boolean
}

/** So many times as long as it took to show, nothing more is shown: scrolling and typing have this time. */
const share = 2
/** Milliseconds. */
const longestRest = 100
const restOutOfSight = 250

/**
 * Returns what plans an act, and what leaves off a planned one. An act has a task of its own, apart from the frame that
 * draws what it has made: within the frame's own, both together would be one long task.
 */
export function createPace({ now, soon, afterFrame, isInSight }: Frames): (act: () => void) => () => void {
  let isDrawn = true
  let restsUntil = Number.NEGATIVE_INFINITY
  let lastBegan = Number.NEGATIVE_INFINITY
  const rests = () => now() < (isInSight() ? restsUntil : Math.max(restsUntil, lastBegan + restOutOfSight))
  return (act) => {
    let leave = soon(tryToAct)
    function tryToAct() {
      if (!isDrawn || rests()) {
        leave = afterFrame(tryToAct)
        return
      }
      const began = now()
      lastBegan = began
      act()
      isDrawn = false
      const acting = now() - began
      afterFrame((drawing) => {
        isDrawn = true
        const took = acting + drawing
        restsUntil = began + took + Math.min(took * share, longestRest)
      })
    }
    return () => leave()
  }
}
