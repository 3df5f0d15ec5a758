// Waits for the end of another program's write lock without blocking the event loop.
import { raceAbort } from '../concurrency/abort'

export interface WriteLock {
  /** Whether another program had the lock when it was last tried. */
  isLocked(): boolean
  /** Resolves once the file can be written, or there is nothing to wait for any longer. Rejects with the signal's reason. */
  whenFree(signal?: AbortSignal): Promise<void>
  /** Ends every wait, now and later: what is still stopped fails. */
  stopWaiting(): void
  /** Called whenever `isTaken` changes. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void
}

export interface WatchedLock extends WriteLock {
  /** SQLite has reported the file as busy. */
  report(): void
}

/** Milliseconds between two attempts. */
const minDelayMs = 50
const maxDelayMs = 500

interface Wait {
  readonly freed: Promise<void>
  readonly release: () => void
}

/** `tryLock` returns at once, and false if another program has the lock. */
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
