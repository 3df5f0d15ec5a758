// Lets the loop turn in the midst of long work, so that nothing else is kept waiting for its end.
import { performance } from 'node:perf_hooks'
import { setImmediate as giveWay } from 'node:timers/promises'

/** Milliseconds of work at a stretch. */
const longestStretch = 20

/** To be awaited between two pieces of the work: gives way where they have taken long enough. */
export function createPause(): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < longestStretch) return
    await giveWay()
    begun = performance.now()
  }
}
