// Long computations that yield every few milliseconds, report progress, and end when cancelled.
import type { Progress, Stage } from './vector-types'

export interface CooperativeTask {
  /** Whether it has gone on for long enough: then `rest` is due. Cheap enough for a loop over rows. */
  shouldYield(): boolean
  /** Yields to other calls. Throws once the call is cancelled. `share` is of the current stage, from 0 to 1. */
  rest(share: number): Promise<void>
  /** Begins the stage that takes the progress from one share to another. */
  enter(stage: Stage, from: number, to: number): void
}

export interface CooperativeTaskPorts {
  now(): number
  /** Settles when messages that arrived meanwhile have been handled. */
  turn(): Promise<void>
  readonly signal: AbortSignal
  report(progress: Progress): void
}

/** Milliseconds of work at a stretch. */
const stretch = 25
/** Milliseconds between two tellings of progress. */
const reportIntervalMs = 80

export function startCooperativeTask(ports: CooperativeTaskPorts): CooperativeTask {
  let stage: Stage = 'loading'
  let from = 0
  let to = 1
  let restedAt = ports.now()
  let reportedAt = Number.NEGATIVE_INFINITY
  return {
    shouldYield: () => ports.now() - restedAt >= stretch,
    rest: async (share) => {
      const now = ports.now()
      if (now - reportedAt >= reportIntervalMs) {
        reportedAt = now
        ports.report({ stage, share: from + (to - from) * share })
      }
      await ports.turn()
      ports.signal.throwIfAborted()
      restedAt = ports.now()
    },
    enter: (next, start, end) => {
      stage = next
      from = start
      to = end
    },
  }
}

/** A part of the present stage as work of its own: from a share of it on, and so wide. */
export function subtask(work: CooperativeTask, from: number, width: number): CooperativeTask {
  return { ...work, rest: (share) => work.rest(from + width * share) }
}
