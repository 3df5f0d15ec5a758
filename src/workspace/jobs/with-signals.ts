// Ends work, or the waiting for it, with a signal; what listens to the signal ends with it.

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
