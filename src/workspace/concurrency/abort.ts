// Combines work with abort signals, and removes every listener when the work ends.
import { ApiError } from '#shared/schemas/api-error'
import type { RequestSignal, Send } from '#shared/wire/http'
import { discardBody } from '../response'

export async function withSignals<Result>(
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const abortController = new AbortController()
  const end = () => abortController.abort()
  for (const signal of signals) signal?.addEventListener('abort', end)
  if (signals.some((signal) => signal?.aborted)) end()
  try {
    return await work(abortController.signal)
  } finally {
    for (const signal of signals) signal?.removeEventListener('abort', end)
  }
}

/** Rejects as soon as the signal aborts, with its reason unless another error is given. */
export async function raceAbort<Result>(
  work: Promise<Result>,
  signal: RequestSignal & { readonly reason?: unknown },
  toError: () => unknown = () => signal.reason,
): Promise<Result> {
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(toError())
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Rejects as soon as the request's signal aborts, and discards a response that still arrives. */
export function rejectOnAbort(send: Send): Send {
  return async (request) => {
    const { signal } = request
    const response = send(request)
    response.then((late) => (signal.aborted ? discardBody(late) : undefined)).catch(() => undefined)
    return await raceAbort(response, signal, () => new ApiError('CANCELLED', 'The request was canceled.'))
  }
}
