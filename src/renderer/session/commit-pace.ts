// When what has arrived is shown: with the next frame, and seldomer where that takes long or nobody sees it.

interface Frames {
  now(): number
  /** Returns how to leave it. */
  beforeFrame(act: () => void): () => void
  afterFrame(act: () => void): void
  /** Of what has arrived, any is in sight. */
  isInSight(): boolean
}

/** So many times as long as it took to show, nothing more is shown: scrolling and typing have this time. */
const share = 2
/** Milliseconds. */
const longestRest = 100
const restOutOfSight = 250

/** Returns what plans an act, and what leaves off a planned one. */
export function createPace({
  now,
  beforeFrame,
  afterFrame,
  isInSight,
}: Frames): (act: () => void) => () => void {
  let restsUntil = Number.NEGATIVE_INFINITY
  let lastBegan = Number.NEGATIVE_INFINITY
  const rests = () => now() < (isInSight() ? restsUntil : Math.max(restsUntil, lastBegan + restOutOfSight))
  return (act) => {
    let leave = beforeFrame(tryToAct)
    function tryToAct() {
      if (rests()) {
        leave = beforeFrame(tryToAct)
        return
      }
      const began = now()
      lastBegan = began
      act()
      afterFrame(() => {
        restsUntil = now() + Math.min((now() - began) * share, longestRest)
      })
    }
    return () => leave()
  }
}
