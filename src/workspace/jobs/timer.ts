// When something is done later: the clock of the machine, or a test's.

/** Calls back once, so many milliseconds from now; returns the way out. */
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
