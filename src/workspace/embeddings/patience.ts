// Waits as long as a service asks for that has had too many calls, and holds back whoever would call it meanwhile.

import { type Timer, waitFor } from '../concurrency/timing'
import { rateLimitDelay } from '../jobs/errors'

interface PatiencePorts {
  readonly timer: Timer
  readonly now: () => number
  readonly signal: AbortSignal
  /** Somebody begins to wait, or nobody waits any more. */
  readonly onWait: () => void
}

export interface Patience {
  /** Calls again after each wait; throws the refusal when waiting does not help. */
  persist<Result>(call: () => Promise<Result>): Promise<Result>
  /** Milliseconds since the epoch; undefined where nobody waits. */
  until(): number | undefined
}

export function createPatience({ timer, now, signal, onWait }: PatiencePorts): Patience {
  let until = 0
  const isWaiting = () => until > now()

  async function wait(): Promise<void> {
    while (isWaiting() && !signal.aborted) {
      onWait()
      await waitFor(timer, Math.max(until - now(), 1), signal)
    }
    onWait()
    signal.throwIfAborted()
  }

  return {
    until: () => (isWaiting() ? until : undefined),
    async persist(call) {
      for (let refusals = 0; ; refusals += 1) {
        if (isWaiting()) await wait()
        try {
          return await call()
        } catch (error) {
          const seconds = rateLimitDelay(error, refusals)
          if (seconds === undefined) throw error
          until = Math.max(until, now() + seconds * 1000)
        }
      }
    },
  }
}
