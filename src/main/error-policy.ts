// Decides how to react to an unhandled error.

/**
 * `fail`: explain why the application cannot start, and quit. `continue`: log it and show a notice. `restart`: save
 * everything and restart. `warn`: a restart did not help, so the user decides.
 */
type ErrorReaction = 'fail' | 'continue' | 'restart' | 'warn'

export interface ErrorPolicy {
  /** The window is open; from now on the application can continue after an error. */
  markStarted(): void
  react(): ErrorReaction
}

interface ErrorPolicyOptions {
  /** Milliseconds since the epoch; undefined unless restarted after errors. */
  readonly restartedAt: number | undefined
  readonly now?: () => number
  /** Milliseconds that have passed, whatever the clock is set to. */
  readonly elapsed?: () => number
}

const maxErrors = 3
const periodMs = 60_000
/** If errors repeat within this time after a restart, it did not help. */
const minRestartIntervalMs = 600_000

/**
 * An error during startup can leave the application incomplete, so it quits. Later, single errors are isolated faults;
 * several within a minute suggest that the state is damaged.
 */
export function createErrorPolicy(options: ErrorPolicyOptions): ErrorPolicy {
  const { restartedAt, now = Date.now, elapsed } = options
  const isIsolated = createEventLimit(maxErrors, periodMs, elapsed)
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

/** Returns false for events beyond `max` within the last `periodMs`, without counting them. */
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
