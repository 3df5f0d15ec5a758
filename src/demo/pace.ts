// Waiting that ends immediately on an abort.

/**
 * Resolves after the given number of milliseconds, or immediately when `signal` is aborted. Never rejects.
 */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    signal.addEventListener('abort', finish, { once: true })
  })
}

/** Resolves when the client disconnects. */
export function waitForAbort(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

export type YieldToEventLoop = () => Promise<void> | undefined

/** Yields to the event loop if the current slice of work has lasted longer than `slice` milliseconds. */
export function createYield(slice = 8): YieldToEventLoop {
  let started = performance.now()
  return () => {
    if (performance.now() - started < slice) return undefined
    return new Promise((resolve) =>
      setImmediate(() => {
        started = performance.now()
        resolve()
      }),
    )
  }
}
