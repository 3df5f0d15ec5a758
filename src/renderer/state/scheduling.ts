// Schedules work: between frames, as often as rendering allows, and starting with the press of a row.

/** A hidden window paints no frames: after this time the wait ends. */
const maxFrameMs = 250

/** Runs in its own task. Returns a cancel function. */
export function runInNextTask(callback: () => void): () => void {
  const timer = setTimeout(callback)
  return () => clearTimeout(timer)
}

/** Runs once the next frame is painted, with its duration. Returns a cancel function. */
export function afterNextFrame(callback: (renderMs: number) => void): () => void {
  const timeout = setTimeout(() => {
    cancelAnimationFrame(frame)
    callback(0)
  }, maxFrameMs)
  let painted: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    clearTimeout(timeout)
    const start = performance.now()
    painted = setTimeout(() => callback(performance.now() - start))
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timeout)
    clearTimeout(painted)
  }
}

/** Waits for the frame with the new containers and the one with their content. Returns a cancel function. */
export function afterPaint(callback: () => void): () => void {
  let cancel = afterNextFrame(() => {
    cancel = afterNextFrame(callback)
  })
  return () => cancel()
}

/** After a commit, scrolling and typing get this multiple of its duration before the next commit. */
const pauseFactor = 2
const maxPauseMs = 100

/**
 * Returns a function that commits and resolves when the next commit may follow. A commit runs in its own task, apart from
 * the frame that paints its result: together they would be one long task. Out of view, there are ten commits a second.
 */
export function createCommitPacer(isInView: () => boolean): (commit: () => void) => Promise<void> {
  return async (commit) => {
    await new Promise<void>((resolve) => runInNextTask(resolve))
    const start = performance.now()
    commit()
    const commitMs = performance.now() - start
    const totalMs = commitMs + (await nextFrame())
    const pauseMs = totalMs + Math.min(totalMs * pauseFactor, maxPauseMs)
    while (performance.now() < start + (isInView() ? pauseMs : Math.max(pauseMs, maxPauseMs)))
      await nextFrame()
  }
}

/** Resolves with the duration of the frame, once it is painted. */
function nextFrame(): Promise<number> {
  return new Promise((resolve) => afterNextFrame(resolve))
}

/** Maximum time between the press and the opening. */
const maxPressMs = 2_000

interface PressPrefetch {
  press(id: string): void
  /** Reuses what the press has started. Returns a stop function. */
  open(id: string): () => void
}

/** `start` returns a stop function. A press never starts a row that is already open or pressed. */
export function createPressPrefetch(start: (id: string) => () => void): PressPrefetch {
  const open = new Set<string>()
  let pressed: { id: string; stop: () => void; timer: ReturnType<typeof setTimeout> } | undefined
  const consumePressed = () => {
    const consumed = pressed
    clearTimeout(consumed?.timer)
    pressed = undefined
    return consumed
  }
  const stopPressed = () => consumePressed()?.stop()
  return {
    press(id) {
      if (open.has(id) || pressed?.id === id) return
      stopPressed()
      pressed = { id, stop: start(id), timer: setTimeout(stopPressed, maxPressMs) }
    },
    open(id) {
      const stop = (pressed?.id === id ? consumePressed() : undefined)?.stop ?? start(id)
      open.add(id)
      return () => {
        open.delete(id)
        stop()
      }
    },
  }
}
