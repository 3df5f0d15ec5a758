// How long to wait until an operation is asked about again, or a download goes on.

const second = 1000
const minute = 60 * second

/** Where it is not nearly done after ten minutes, it is no matter of seconds. */
const paces = [
  { upTo: 10 * minute, every: 10 * second },
  { upTo: 60 * minute, every: 30 * second },
  { upTo: Number.POSITIVE_INFINITY, every: 2 * minute },
] as const

const longestPause = 5 * minute
/** What a service may ask for: no timer of Node's holds more than 24 days. */
const mostAsked = 24 * 60 * minute

interface Circumstances {
  /** Milliseconds since it was sent. */
  readonly age: number
  /** One after the other, until now. */
  readonly errors: number
  /** Seconds that the service has asked for. */
  readonly retryAfter?: number | undefined
}

/** Milliseconds. */
export function toPause({ age, errors, retryAfter = 0 }: Circumstances): number {
  const every = paces.find(({ upTo }) => age < upTo)?.every ?? 0
  const pause = errors === 0 ? every : Math.max(every, Math.min(longestPause, 5 * second * 2 ** errors))
  return Math.max(pause, Math.min(mostAsked, retryAfter * second))
}
