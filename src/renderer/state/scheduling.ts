// When work runs: between frames, as often as rendering can follow, and from the press of a row on.

/** A window that is hidden, or becomes hidden, paints no frames: after this time the wait ends. */
const maxFrameMs = 250

/** Runs in a task of its own. Returns a cancel function. */
export function runInNextTask(act: () => void): () => void {
  const timer = setTimeout(act)
  return () => clearTimeout(timer)
}

/** Runs once the next frame is painted, which took so many milliseconds. Returns a cancel function. */
export function afterNextFrame(act: (renderMs: number) => void): () => void {
  const late = setTimeout(() => {
    cancelAnimationFrame(frame)
    act(0)
  }, maxFrameMs)
  let painted: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    clearTimeout(late)
    const start = performance.now()
    painted = setTimeout(() => act(performance.now() - start))
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(late)
    clearTimeout(painted)
  }
}

/** After new content is painted: one frame renders its containers, the next one what is in them. Returns a cancel function. */
export function afterPaint(act: () => void): () => void {
  let cancel = afterNextFrame(() => {
    cancel = afterNextFrame(act)
  })
  return () => cancel()
}

interface CommitSchedulerPorts {
  now(): number
  runInNextTask(act: () => void): () => void
  afterNextFrame(act: (renderMs: number) => void): () => void
  /** Whether any of the new content is in view. */
  isInView(): boolean
}

/** After a commit, nothing is committed for so many times its duration: scrolling and typing have this time. */
const pauseFactor = 2
const maxPauseMs = 100
const outOfViewIntervalMs = 250

/**
 * Returns a function that schedules a commit and returns its cancel function. A commit has a task of its own, apart from
 * the frame that paints its result: in the task of the frame, both together would be one long task.
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

/** Between the press and the opening. */
const maxPressMs = 2_000

interface PressPrefetch {
  press(id: string): void
  /** Continues with what the press has started. Returns a stop function. */
  open(id: string): () => void
}

/** `start` returns a stop function. A press never starts what is open or pressed already. */
export function createPressPrefetch(start: (id: string) => () => void): PressPrefetch {
  const open = new Set<string>()
  let pressed: { id: string; stop: () => void; timer: ReturnType<typeof setTimeout> } | undefined
  const takePressed = () => {
    const taken = pressed
    clearTimeout(taken?.timer)
    pressed = undefined
    return taken
  }
  const stopPressed = () => takePressed()?.stop()
  return {
    press(id) {
      if (open.has(id) || pressed?.id === id) return
      stopPressed()
      pressed = { id, stop: start(id), timer: setTimeout(stopPressed, maxPressMs) }
    },
    open(id) {
      const stop = (pressed?.id === id ? takePressed() : undefined)?.stop ?? start(id)
      open.add(id)
      return () => {
        open.delete(id)
        stop()
      }
    },
  }
}
