import { setTimeout as pause } from 'node:timers/promises'

/** Polls until it is true, or the time is over. Returns which. @param {number} seconds @param {() => Promise<boolean>} isTrue */
export async function waitUntil(seconds, isTrue) {
  const end = performance.now() + seconds * 1000
  while (!(await isTrue())) {
    if (performance.now() > end) return false
    await pause(100)
  }
  return true
}
