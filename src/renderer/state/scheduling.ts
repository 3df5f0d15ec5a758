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

interface CommitSchedulerPorts {
  now(): number
  runInNextTask(callback: () => void): () => void
  afterNextFrame(callback: (renderMs: number) => void): () => void
  /** Whether any of the new content is in view. */
  isInView(): boolean
}

/** After a commit, scrolling and typing get this multiple of its duration before the next commit. */
const pauseFactor = 2
const maxPauseMs = 100
const outOfViewIntervalMs = 250

/**
 * Returns a function that schedules a commit and returns its cancel function. A commit runs in its own task,
 * apart from the frame that paints its result: together they would be one long task.
 */
export function createCommitScheduler(ports: CommitSchedulerPorts): (commit: () => void) => () => void {
  const { now, runInNextTask, afterNextFrame, isInView } = ports
  let isPainted = true
  let pausedUntil = Number.NEGATIVE_INFINITY
  let lastStart = Number.NEGATIVE_INFINITY
  const isPaused = () =>
    now() < (isInView() ? pausedUntil : Math.max(pausedUntil, lastStart + outOfViewIntervalMs))
  return (commit) => {
    let cancel = runInNextTask(tryToCommit)
    function tryToCommit() {
      if (!isPainted || isPaused()) {
        cancel = afterNextFrame(tryToCommit)
        return
      }
      const start = now()
      lastStart = start
      commit()
      isPainted = false
      const commitMs = now() - start
      afterNextFrame((renderMs) => {
        isPainted = true
        const totalMs = commitMs + renderMs
        pausedUntil = start + totalMs + Math.min(totalMs * pauseFactor, maxPauseMs)
      })
    }
    return () => cancel()
  }
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
