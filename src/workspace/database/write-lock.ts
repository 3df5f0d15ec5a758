// Waits for another program to release the write lock, without blocking the event loop.
import { raceAbort } from '../concurrency/abort'

interface WriteLock {
  /** Whether another program had the lock at the last attempt. */
  isLocked(): boolean
  /** Resolves once the file can be written, or `stopWaiting` was called. Rejects with the signal's reason. */
  whenFree(signal?: AbortSignal): Promise<void>
  /** Ends current and later waits; work that is still locked out then fails. */
  stopWaiting(): void
  /** Called whenever `isLocked` changes. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void
}

export interface WatchedLock extends WriteLock {
  /** Called when SQLite has reported the file as busy, or another thread has just locked it: no write then waits for it. */
  report(): void
}

/** The delay between two attempts doubles from `minDelayMs` to `maxDelayMs`. */
const minDelayMs = 50
const maxDelayMs = 500

interface Wait {
  readonly freed: Promise<void>
  readonly release: () => void
}

/** `tryLock` must not wait, and returns false if another program has the lock. */
export function createWriteLock(tryLock: () => boolean): WatchedLock {
  const listeners = new Set<() => void>()
  let wait: Wait | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  const end = (ended: Wait) => {
    clearTimeout(timer)
    wait = undefined
    ended.release()
    for (const listener of listeners) listener()
  }
  const tryAfter = (delay: number, waiting: Wait) => {
    timer = setTimeout(() => {
      if (tryLock()) end(waiting)
      else tryAfter(Math.min(delay * 2, maxDelayMs), waiting)
    }, delay)
  }
  const report = () => {
    if (wait || isStopped) return
    wait = createWait()
    tryAfter(minDelayMs, wait)
    for (const listener of listeners) listener()
  }
  return {
    report,
    isLocked: () => wait !== undefined,
    async whenFree(signal) {
      signal?.throwIfAborted()
      if (!wait && !tryLock()) report()
      while (wait && !isStopped) await (signal ? raceAbort(wait.freed, signal) : wait.freed)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stopWaiting() {
      isStopped = true
      clearTimeout(timer)
      wait?.release()
    },
  }
}

function createWait(): Wait {
  let release = () => {}
  const freed = new Promise<void>((resolve) => {
    release = resolve
  })
  return { freed, release: () => release() }
}
