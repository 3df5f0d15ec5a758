// When what has arrived is shown: with the next frame, and seldomer where showing it takes long.

interface Frames {
  now(): number
  /** Returns how to leave it. */
  beforeFrame(act: () => void): () => void
  afterFrame(act: () => void): void
}

/** So many times as long as it took to show, nothing more is shown: scrolling and typing have this time. */
const share = 2
/** Milliseconds. */
const longestRest = 100

/** Returns what plans an act, and what leaves off a planned one. */
export function createPace({ now, beforeFrame, afterFrame }: Frames): (act: () => void) => () => void {
  let restsUntil = Number.NEGATIVE_INFINITY
  return (act) => {
    let leave = beforeFrame(tryToAct)
    function tryToAct() {
      if (now() < restsUntil) {
        leave = beforeFrame(tryToAct)
        return
      }
      const began = now()
      act()
      afterFrame(() => {
        restsUntil = now() + Math.min((now() - began) * share, longestRest)
      })
    }
    return () => leave()
  }
}
