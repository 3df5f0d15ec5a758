// Counts the requests that were refused before the caller had shown its key: strangers must not fill the log.
import type { Refusal, RefusalCounts } from '#shared/schemas/exchange'
import { createThrottle } from '#workspace/throttle'

/** Milliseconds between two reports. */
const reportInterval = 1000

export interface RefusalCounter {
  record(refusal: Refusal): void
  close(): void
}

export function createRefusalCounter(onChange: (counts: RefusalCounts) => void): RefusalCounter {
  const counts = new Map<Refusal['reason'], RefusalCounts[number]>()
  const throttle = createThrottle(reportInterval, () => onChange([...counts.values()]))
  return {
    record(refusal) {
      const count = (counts.get(refusal.reason)?.count ?? 0) + 1
      counts.set(refusal.reason, { count, last: refusal })
      throttle.ask()
    },
    close: throttle.cancel,
  }
}
