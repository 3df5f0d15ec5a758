// When to render: between frames, as often as rendering keeps up, and from the press on.

/** A window that is hidden, or becomes hidden, paints no frames: after this time the wait ends. */
const maxFrameMs = 250

/** Runs in a task of its own. Returns a cancel function. */
export function runInNextTask(act: () => void): () => void {
  const timer = setTimeout(act)
  return () => clearTimeout(timer)
}

/** Runs once the next frame is painted, which took so many milliseconds. Returns a cancel function. */
export function afterNextFrame(act: (drawing: number) => void): () => void {
  const late = setTimeout(() => {
    cancelAnimationFrame(frame)
    act(0)
  }, maxFrameMs)
  let drawn: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    clearTimeout(late)
    const began = performance.now()
    drawn = setTimeout(() => act(performance.now() - began))
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(late)
    clearTimeout(drawn)
  }
}

/** After new content is painted: one frame renders its containers, the next one what is in them. Returns a cancel function. */
export function afterPaint(act: () => void): () => void {
  let leave = afterNextFrame(() => {
    leave = afterNextFrame(act)
  })
  return () => leave()
}

interface Frames {
  now(): number
  /** Runs in a task of its own. Returns a cancel function. */
  runInNextTask(act: () => void): () => void
  /** Runs once the next frame is painted, which took so many milliseconds. Returns a cancel function. */
  afterNextFrame(act: (drawing: number) => void): () => void
  /** Of what has arrived, any is in sight. */
  isInSight(): boolean
}

/** So many times as long as it took to show, nothing more is shown: scrolling and typing have this time. */
const share = 2
/** Milliseconds. */
const maxRestMs = 100
const restOutOfSightMs = 250

/**
 * Returns what plans an act, and what leaves off a planned one. An act has a task of its own, apart from the frame that
 * draws what it has made: within the frame's own, both together would be one long task.
 */
export function createCommitScheduler({
  now,
  runInNextTask,
  afterNextFrame,
  isInSight,
}: Frames): (act: () => void) => () => void {
  let isDrawn = true
  let restsUntil = Number.NEGATIVE_INFINITY
  let lastBegan = Number.NEGATIVE_INFINITY
  const rests = () => now() < (isInSight() ? restsUntil : Math.max(restsUntil, lastBegan + restOutOfSightMs))
  return (act) => {
    let leave = runInNextTask(tryToAct)
    function tryToAct() {
      if (!isDrawn || rests()) {
        leave = afterNextFrame(tryToAct)
        return
      }
      const began = now()
      lastBegan = began
      act()
      isDrawn = false
      const acting = now() - began
      afterNextFrame((drawing) => {
        isDrawn = true
        const took = acting + drawing
        restsUntil = began + took + Math.min(took * share, maxRestMs)
      })
    }
    return () => leave()
  }
}

/** Milliseconds between the press and the opening. */
const maxPressMs = 2_000

interface Ahead {
  readonly id: string
  readonly leave: () => void
  readonly late: ReturnType<typeof setTimeout>
}

interface Opening {
  press(id: string): void
  /** Goes on with what the press has begun. Returns how to leave it. */
  open(id: string): () => void
}

/** `begin` returns how to leave what it has begun. A press never begins one that is open or pressed already. */
export function createPressPrefetch(begin: (id: string) => () => void): Opening {
  const open = new Set<string>()
  let ahead: Ahead | undefined
  const take = () => {
    const taken = ahead
    clearTimeout(taken?.late)
    ahead = undefined
    return taken
  }
  const leaveAhead = () => take()?.leave()
  return {
    press(id) {
      if (open.has(id) || ahead?.id === id) return
      leaveAhead()
      ahead = { id, leave: begin(id), late: setTimeout(leaveAhead, maxPressMs) }
    },
    open(id) {
      const pressed = ahead?.id === id ? take() : undefined
      const leave = pressed?.leave ?? begin(id)
      open.add(id)
      return () => {
        open.delete(id)
        leave()
      }
    },
  }
}
