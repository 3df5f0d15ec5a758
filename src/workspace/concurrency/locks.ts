// Orders concurrent work: a serial queue, a read-write lock and a semaphore.

type SerialQueue = <Result>(work: () => Promise<Result>) => Promise<Result>

/** A promise queue that runs tasks one at a time, in order. The first one starts immediately. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> | undefined
  return (work) => {
    const result = last ? last.then(work) : work()
    const ended = result.then(
      () => undefined,
      () => undefined,
    )
    last = ended
    void ended.then(() => {
      if (last === ended) last = undefined
    })
    return result
  }
}

/** Runs the work once at a time. Calls during a run share the next one, which sees everything that they follow. */
export function shareRuns<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<Result> | undefined
  return () => {
    next ??= last.then(() => {
      next = undefined
      const run = work()
      last = run.catch(() => undefined)
      return run
    })
    return next
  }
}

export interface ReadWriteLock {
  /** Runs in parallel with other shared work; waits while exclusive work runs. */
  shared<Result>(work: () => Promise<Result>): Promise<Result>
  /** Blocks new work, waits for running work, then runs alone. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result>
  /** Resolves once no shared work is running. */
  idle(): Promise<void>
}

export function createReadWriteLock(): ReadWriteLock {
  const running = new Set<Promise<unknown>>()
  let exclusive: Promise<unknown> | undefined

  async function idle(): Promise<void> {
    while (running.size > 0) await Promise.allSettled(running)
  }

  return {
    idle,
    async shared(work) {
      while (exclusive !== undefined) await exclusive
      const result = work()
      running.add(result)
      try {
        return await result
      } finally {
        running.delete(result)
      }
    },
    async exclusive(work) {
      while (exclusive !== undefined) await exclusive
      const result = idle().then(work)
      exclusive = result.catch(() => undefined)
      try {
        return await result
      } finally {
        exclusive = undefined
      }
    },
  }
}

export interface Semaphore {
  /** Waits for a free slot; rejects if the signal aborts first. */
  use<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>
}

export function createSemaphore(slots: number): Semaphore {
  let free = slots
  const waiting = new Set<() => void>()

  const acquire = (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    if (free > 0) {
      free -= 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        waiting.delete(grant)
        reject(signal.reason)
      }
      const grant = () => {
        waiting.delete(grant)
        signal.removeEventListener('abort', onAbort)
        resolve()
      }
      waiting.add(grant)
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }
  /** Passes the slot to the next task, if there is one. */
  const release = () => {
    const [next] = waiting
    if (next) next()
    else free += 1
  }
  return {
    async use(signal, work) {
      await acquire(signal)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
