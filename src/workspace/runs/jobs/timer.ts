// When something is done later: the clock of the machine, or a test's.

/** Calls back once, so many milliseconds from now; returns the way out. */
export type Timer = (milliseconds: number, act: () => void) => () => void

export const machineTimer: Timer = (milliseconds, act) => {
  const timeout = setTimeout(act, milliseconds)
  return () => clearTimeout(timeout)
}
