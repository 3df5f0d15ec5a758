// Long computations that yield every few milliseconds, report progress, and end when cancelled.

export interface CooperativeTask {
  /** Whether it has gone on for long enough: then `rest` is due. Cheap enough for a loop over rows. */
  shouldYield(): boolean
  /** Yields to other calls. Throws once the call is cancelled. `share` is what is done of the task, from 0 to 1. */
  pause(share: number): Promise<void>
}

export interface CooperativeTaskPorts {
  now(): number
  /** Settles when messages that arrived meanwhile have been handled. */
  yieldToMessages(): Promise<void>
  readonly signal: AbortSignal
  report(share: number): void
}

/** Milliseconds of work at a stretch. */
const maxBlockingMs = 25
/** Milliseconds between two reports of progress. */
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

/** A part of a task as a task of its own: from a share of it on, and so wide. */
export function subtask(task: CooperativeTask, from: number, width: number): CooperativeTask {
  return { ...task, pause: (share) => task.pause(from + width * share) }
}
