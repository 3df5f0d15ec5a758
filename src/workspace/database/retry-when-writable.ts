// Repeats what another program's write lock has stopped.
import { type Connection, isDatabaseBusy } from './connection'

/** Milliseconds after which the user is asked to close the other program. */
const maxWait = 60_000

/**
 * Runs the work again once the write lock that stopped it is gone. If anything was written since the work began, its error
 * is final: a part of it would be done twice.
 */
export async function retryWhenWritable<Result>(
  { lock, countChanges }: Pick<Connection, 'lock' | 'countChanges'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = countChanges()
  const waiting = new AbortController()
  const limit = setTimeout(() => waiting.abort(), maxWait)
  try {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!isDatabaseBusy(error) || countChanges() !== before || waiting.signal.aborted) throw error
        await lock.whenFree(waiting.signal).catch(() => {
          throw error
        })
      }
    }
  } finally {
    clearTimeout(limit)
  }
}
