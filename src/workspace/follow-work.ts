// Lets long work be followed: it goes on at its own pace, and ends when nobody follows it any more.
import { createMailbox } from './mailbox'

export interface FollowedWork<Progress> {
  readonly signal: AbortSignal
  /** What is not read before the next is told is not read at all. */
  readonly tell: (progress: Progress) => void
}

/** A reader who stands still does not hold it up; it is over, whichever way, when the reading is. */
export async function* followWork<Progress>(
  work: (following: FollowedWork<Progress>) => Promise<void>,
  signals: readonly (AbortSignal | undefined)[],
): AsyncGenerator<Progress, void, undefined> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  if (signals.some((signal) => signal?.aborted)) return
  for (const signal of signals) signal?.addEventListener('abort', stop)
  const progress = createMailbox<Progress>((waiting, latest) => waiting.splice(0, 1, latest))
  const going = work({ signal: stopping.signal, tell: progress.put })
  going.then(progress.end, progress.end)
  try {
    yield* progress.read()
    await going
  } finally {
    for (const signal of signals) signal?.removeEventListener('abort', stop)
    stop()
    await going.catch(() => undefined)
  }
}
