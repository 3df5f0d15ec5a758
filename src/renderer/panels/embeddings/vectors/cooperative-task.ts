// Long computations that yield every few milliseconds, report progress, and end when canceled.

export interface CooperativeTask {
  /** Returns true if `pause` is due. Cheap enough for a loop over rows. */
  shouldYield(): boolean
  /** Yields to other calls. Throws once the call is canceled. `share` is the progress of the task, from 0 to 1. */
  pause(share: number): Promise<void>
}

export interface CooperativeTaskPorts {
  now(): number
  /** Resolves when messages received meanwhile have been handled. */
  yieldToMessages(): Promise<void>
  readonly signal: AbortSignal
  report(share: number): void
}

/** Milliseconds of work before yielding. */
const maxBlockingMs = 25
/** Minimum interval between two progress reports, in milliseconds. */
const reportIntervalMs = 80

export function startCooperativeTask({
  now,
  yieldToMessages,
  signal,
  report,
}: CooperativeTaskPorts): CooperativeTask {
  let pausedAt = now()
  let reportedAt = Number.NEGATIVE_INFINITY
  return {
    shouldYield: () => now() - pausedAt >= maxBlockingMs,
    pause: async (share) => {
      const time = now()
      if (time - reportedAt >= reportIntervalMs) {
        reportedAt = time
        report(share)
      }
      await yieldToMessages()
      signal.throwIfAborted()
      pausedAt = now()
    },
  }
}

/** Part of a task: its progress from 0 to 1 maps to `from` to `from + width` of the task's. */
export function subtask(task: CooperativeTask, from: number, width: number): CooperativeTask {
  return { ...task, pause: (share) => task.pause(from + width * share) }
}
