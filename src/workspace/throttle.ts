// Does something at most once in a while: at once when asked after a pause, else at the end of the pause.

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
