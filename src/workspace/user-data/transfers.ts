// Counts the files that are being copied into or out of the data folder, so that quitting can wait for them.
import type { Timer } from '../concurrency/timing'

/** `files` are added by the page; `exports` and `imports` are written and read by the application. */
export interface TransferCounts {
  readonly files: number
  readonly exports: number
  readonly imports: number
}

/** Between two files, the page needs a moment to send the next one, or to add the last one to its list. */
const settleMs = 1000

export type Transfers = ReturnType<typeof createTransfers>

export function createTransfers(timer: Timer) {
  const running = { files: 0, exports: 0, imports: 0 }
  let waiting = 0
  const listeners = new Set<() => void>()
  const isIdle = () => running.files + running.exports + running.imports === 0
  return {
    async run<Result>(kind: keyof TransferCounts, work: () => Promise<Result>): Promise<Result> {
      running[kind] += 1
      for (const listener of listeners) listener()
      try {
        return await work()
      } finally {
        running[kind] -= 1
        if (isIdle()) waiting = 0
        for (const listener of listeners) listener()
      }
    },
    /** The number of further files that the page will add. Reset once nothing is copied. */
    setWaiting(files: number): void {
      waiting = files
    },
    count: (): TransferCounts => ({ ...running, files: running.files + waiting }),
    /** Calls back once nothing is copied for a second. Returns a function that stops waiting. */
    whenDone(callback: () => void): () => void {
      let cancel: (() => void) | undefined
      const stop = () => {
        cancel?.()
        listeners.delete(check)
      }
      const check = () => {
        cancel?.()
        cancel = undefined
        if (isIdle())
          cancel = timer(settleMs, () => {
            stop()
            callback()
          })
      }
      listeners.add(check)
      check()
      return stop
    },
  }
}
