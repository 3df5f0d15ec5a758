// Timers, throttling, and yielding to the event loop.
import { performance } from 'node:perf_hooks'
import { setImmediate as giveWay } from 'node:timers/promises'

/** Calls back once, after the given number of milliseconds; returns a cancel function. */
export type Timer = (milliseconds: number, act: () => void) => () => void

export const machineTimer: Timer = (milliseconds, act) => {
  const timeout = setTimeout(act, milliseconds)
  return () => clearTimeout(timeout)
}

/** Resolves then, or as soon as the signal is aborted. */
export function waitFor(timer: Timer, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = timer(milliseconds, end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

export interface Throttle {
  ask(): void
  /** Forgets what was asked and not done. */
  cancel(): void
}

export function createThrottle(milliseconds: number, act: () => void): Throttle {
  let pause: ReturnType<typeof setTimeout> | undefined
  let asked = false

  const begin = () => {
    asked = false
    pause = setTimeout(() => {
      pause = undefined
      if (asked) begin()
    }, milliseconds)
    act()
  }

  return {
    ask() {
      if (pause) asked = true
      else begin()
    },
    cancel() {
      if (pause) clearTimeout(pause)
      pause = undefined
      asked = false
    },
  }
}

/** Milliseconds of work at a stretch. */
const maxBusyMs = 20

/** To be awaited between two pieces of the work: gives way where they have taken long enough. */
export function createYield(): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < maxBusyMs) return
    await giveWay()
    begun = performance.now()
  }
}
