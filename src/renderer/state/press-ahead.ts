// Begins with what is pressed, for it will be opened in a moment; what is not opened after all is left again.

/** Milliseconds between the press and the opening. */
const longestPress = 2_000

interface Ahead {
  readonly id: string
  readonly leave: () => void
  readonly late: ReturnType<typeof setTimeout>
}

interface Opening {
  press(id: string): void
  /** Goes on with what the press has begun. Returns how to leave it. */
  open(id: string): () => void
}

/** `begin` returns how to leave what it has begun. A press never begins one that is open or pressed already. */
export function createOpening(begin: (id: string) => () => void): Opening {
  const open = new Set<string>()
  let ahead: Ahead | undefined
  const take = () => {
    const taken = ahead
    clearTimeout(taken?.late)
    ahead = undefined
    return taken
  }
  const leaveAhead = () => take()?.leave()
  return {
    press(id) {
      if (open.has(id) || ahead?.id === id) return
      leaveAhead()
      ahead = { id, leave: begin(id), late: setTimeout(leaveAhead, longestPress) }
    },
    open(id) {
      const pressed = ahead?.id === id ? take() : undefined
      const leave = pressed?.leave ?? begin(id)
      open.add(id)
      return () => {
        open.delete(id)
        leave()
      }
    },
  }
}
