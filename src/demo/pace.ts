// Waiting that ends immediately on an abort.
import type { RequestSignal } from '#shared/wire/http'

/**
 * Resolves after the given number of milliseconds, or immediately when `signal` is aborted. Never rejects.
 */
export function wait(milliseconds: number, signal: RequestSignal): Promise<void> {
  if (milliseconds <= 0 || signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    signal.addEventListener('abort', finish)
  })
}

/** Resolves when the client disconnects. */
export function waitForAbort(signal: RequestSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
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
