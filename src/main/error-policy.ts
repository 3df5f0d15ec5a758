// Decides what follows an error that nothing has handled.

/**
 * `fail`: explain why the application cannot start, and quit. `continue`: log it and show a notice. `restart`: save
 * everything and start again. `warn`: the same errors came back after a restart, so the user decides.
 */
type ErrorReaction = 'fail' | 'continue' | 'restart' | 'warn'

export interface ErrorPolicy {
  /** The window is open; from now on the application can go on after an error. */
  markStarted(): void
  react(): ErrorReaction
}

interface ErrorPolicyOptions {
  /** Milliseconds since the epoch; undefined if this is no restart after errors. */
  readonly restartedAt: number | undefined
  readonly now?: () => number
}

const maxErrors = 3
const periodMs = 60_000
/** A restart that comes sooner after the last one has not helped. */
const minRestartIntervalMs = 600_000

/**
 * An error during startup can leave half an application, so it ends there. Later, a few errors are isolated faults;
 * more of them within a minute mean that the state itself is damaged.
 */
export function createErrorPolicy({ restartedAt, now = Date.now }: ErrorPolicyOptions): ErrorPolicy {
  const isIsolated = createEventLimit(maxErrors, periodMs, now)
  let isStarted = false
  return {
    markStarted() {
      isStarted = true
    },
    react() {
      if (!isStarted) return 'fail'
      if (isIsolated()) return 'continue'
      const sinceRestart = restartedAt === undefined ? undefined : now() - restartedAt
      const isRecent = sinceRestart !== undefined && sinceRestart >= 0 && sinceRestart < minRestartIntervalMs
      return isRecent ? 'warn' : 'restart'
    },
  }
}

/** Returns false for an event beyond `max` within the last `periodMs`; such an event does not count itself. */
export function createEventLimit(
  max: number,
  periodMs: number,
  now = () => performance.now(),
): () => boolean {
  let times: number[] = []
  return () => {
    const current = now()
    times = times.filter((time) => current - time < periodMs)
    if (times.length >= max) return false
    times.push(current)
    return true
  }
}
