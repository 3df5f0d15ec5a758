// Measures how long some work keeps everything else in this thread from running.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Returns the longest time in which nothing else could run as a share of the whole time of `work`, from 0 to 1. */
export async function measureHold(work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  const began = performance.now()
  const done = work().finally(() => {
    isDone = true
  })
  let longest = 0
  for (let last = began; !isDone; ) {
    await nextTurn()
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  await done
  return longest / (performance.now() - began)
}
