// Lets only so many calls be under way at once, whichever sets they are for.

export interface Slots {
  /** Waits for a place; without one where the signal comes first. */
  use<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>
}

export function createSlots(places: number): Slots {
  let free = places
  const waiting = new Set<() => void>()

  const take = (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    if (free > 0) {
      free -= 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(enter)
        reject(signal.reason)
      }
      const enter = () => {
        waiting.delete(enter)
        signal.removeEventListener('abort', leave)
        resolve()
      }
      waiting.add(enter)
      signal.addEventListener('abort', leave, { once: true })
    })
  }
  /** The place goes to the next one, or is free. */
  const give = () => {
    const [next] = waiting
    if (next) next()
    else free += 1
  }
  return {
    async use(signal, work) {
      await take(signal)
      try {
        return await work()
      } finally {
        give()
      }
    },
  }
}
