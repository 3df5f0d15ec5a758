// Closes parts of the application one after the other, and waits for none of them forever.
import { setTimeout as pause } from 'node:timers/promises'

export interface Part {
  readonly name: string
  readonly close: () => Promise<unknown>
}

interface CloseOptions {
  /** For each part. */
  readonly timeoutMs: number
  /** The part did not close in time, or failed to. The next one is closed anyway. */
  readonly onProblem: (message: string, error?: unknown) => void
}

/** Put first what holds the user's data. */
export async function closeParts(
  parts: readonly Part[],
  { timeoutMs, onProblem }: CloseOptions,
): Promise<void> {
  for (const { name, close } of parts) {
    const timer = new AbortController()
    const timeout = pause(timeoutMs, true, { signal: timer.signal }).catch(() => false)
    try {
      const isLate = await Promise.race([close().then(() => false), timeout])
      if (isLate) onProblem(`The ${name} did not close within ${timeoutMs / 1000} s`)
    } catch (error) {
      onProblem(`The ${name} failed to close`, error)
    } finally {
      timer.abort()
    }
  }
}
