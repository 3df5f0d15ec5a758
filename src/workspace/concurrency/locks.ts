// Orders concurrent work: a serial queue, a read-write lock and a semaphore.

type SerialQueue = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Begins at once where nothing else is going on. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> | undefined
  return (work) => {
    const going = last ? last.then(work) : work()
    const ended = going.then(
      () => undefined,
      () => undefined,
    )
    last = ended
    void ended.then(() => {
      if (last === ended) last = undefined
    })
    return going
  }
}

export interface ReadWriteLock {
  /** Waits while the gate is shut. */
  pass<Result>(work: () => Promise<Result>): Promise<Result>
  /** Lets nobody in, waits until all are out, works alone. */
  shut<Result>(work: () => Promise<Result>): Promise<Result>
  /** Resolves once nobody is inside. */
  empty(): Promise<void>
}

export function createReadWriteLock(): ReadWriteLock {
  const inside = new Set<Promise<unknown>>()
  let shut: Promise<unknown> | undefined

  async function empty(): Promise<void> {
    while (inside.size > 0) await Promise.allSettled(inside)
  }

  return {
    empty,
    async pass(work) {
      while (shut !== undefined) await shut
      const passing = work()
      inside.add(passing)
      try {
        return await passing
      } finally {
        inside.delete(passing)
      }
    },
    async shut(work) {
      while (shut !== undefined) await shut
      const alone = empty().then(work)
      shut = alone.catch(() => undefined)
      try {
        return await alone
      } finally {
        shut = undefined
      }
    },
  }
}

export interface Semaphore {
  /** Waits for a place; without one where the signal comes first. */
  use<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>
}

export function createSemaphore(places: number): Semaphore {
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
