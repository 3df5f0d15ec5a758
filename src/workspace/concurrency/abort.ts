// Combines work and abort signals; every listener is removed when the work ends.
import { ApiError } from '#shared/schemas/api-error'
import type { Send } from '#shared/wire/call'
import { discardBody } from '../response'

export async function withSignals<Result>(
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController()
  const end = () => ending.abort()
  for (const signal of signals) signal?.addEventListener('abort', end)
  if (signals.some((signal) => signal?.aborted)) end()
  try {
    return await work(ending.signal)
  } finally {
    for (const signal of signals) signal?.removeEventListener('abort', end)
  }
}

/** Resolves with the end of the work, whichever way, or with the signal. */
export function endOrAbort(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      signal.removeEventListener('abort', end)
      resolve()
    }
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    work.then(end, end)
  })
}

/** Rejects as soon as the call's signal is aborted; an answer that still comes is let go. */
export function rejectOnAbort(send: Send): Send {
  return async (call) => {
    const { signal } = call
    let leave = () => {}
    const aborted = new Promise<never>((_, reject) => {
      leave = () => reject(new ApiError('CANCELLED', 'The call was given up.'))
      signal.addEventListener('abort', leave)
      if (signal.aborted) leave()
    })
    try {
      const answer = send(call)
      answer.then((late) => (signal.aborted ? discardBody(late) : undefined)).catch(() => undefined)
      return await Promise.race([answer, aborted])
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }
}
