// Counts down until a request may be retried.
import { describeRetry } from './format'
import { useNow } from './use-now'

/** `at` in milliseconds since 1970. */
export function RetryCountdown({ at }: { at: number }) {
  return <p className="tabular-nums">{describeRetry(at, useNow(1_000))}</p>
}
