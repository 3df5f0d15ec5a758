// Measures for how long some work blocks the event loop.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Returns the longest time in which nothing else could run as a fraction (0 to 1) of the duration of `work`. */
export async function measureLoopBlock(work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  const startedAt = performance.now()
  const done = work().finally(() => {
    isDone = true
  })
  let maxPause = 0
  for (let last = startedAt; !isDone; ) {
    await nextTurn()
    const now = performance.now()
    maxPause = Math.max(maxPause, now - last)
    last = now
  }
  await done
  return maxPause / (performance.now() - startedAt)
}
