// Waits as long as a service asks for that has had too many calls, and holds back whoever would call it meanwhile.
import { ApiError } from '#shared/schemas/api-error'
import { readRetryDelay } from '#shared/schemas/retry-delay'
import type { Timer } from '../jobs/timer'

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

/** How often one call is refused for being too many before it is given up. */
const mostRefusals = 8
/** Seconds: a service that wants more is out of its quota for the day. */
const longestWait = 600

export function createPatience({ timer, now, signal, onWait }: PatiencePorts): Patience {
  let until = 0
  const isWaiting = () => until > now()

  async function wait(): Promise<void> {
    while (isWaiting() && !signal.aborted) {
      onWait()
      await pause(timer, until - now(), signal)
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
          const seconds = readWait(error, refusals)
          if (seconds === undefined) throw error
          until = Math.max(until, now() + seconds * 1000)
        }
      }
    },
  }
}

/** Seconds; undefined where waiting does not help. Nothing was done for such a call, so it may be made again. */
function readWait(error: unknown, refusals: number): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'RESOURCE_EXHAUSTED') return undefined
  const seconds = error.retryAfter ?? readRetryDelay(error) ?? 2 ** refusals
  return refusals + 1 >= mostRefusals || seconds > longestWait ? undefined : Math.max(seconds, 0.1)
}

/** Ends with the signal as well. */
function pause(timer: Timer, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      leave()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const leave = timer(Math.max(milliseconds, 1), end)
    signal.addEventListener('abort', end)
  })
}
