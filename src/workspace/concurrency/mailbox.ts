// A queue for one reader. Items are merged, so that a slow reader costs no memory.

export interface Mailbox<Item> {
  put(item: Item): void
  /** Waiting items can still be read; then the iteration ends. */
  end(): void
  /** May be called once. Ends without an error when the signal is aborted. */
  read(signal?: AbortSignal): AsyncGenerator<Item, void, undefined>
}

/** `merge` appends an item to those waiting, or merges it into one. It never sees items that were already read. */
export function createMailbox<Item>(merge: (waiting: Item[], item: Item) => void): Mailbox<Item> {
  const waiting: Item[] = []
  let ended = false
  let wake = () => {}

  async function* read(signal?: AbortSignal): AsyncGenerator<Item, void, undefined> {
    const onAbort = () => wake()
    signal?.addEventListener('abort', onAbort)
    try {
      while (!signal?.aborted) {
        const item = waiting.shift()
        if (item !== undefined) yield item
        else if (ended) return
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }

  return {
    put(item) {
      if (ended) return
      merge(waiting, item)
      wake()
    },
    end() {
      ended = true
      wake()
    },
    read,
  }
}

export interface ProgressContext<Progress> {
  readonly signal: AbortSignal
  /** Replaces the last report if it has not been read yet. */
  readonly report: (progress: Progress) => void
}

/** Runs `work` and yields its progress. A slow reader does not delay the work; ending the iteration aborts it. */
export async function* streamProgress<Progress>(
  work: (context: ProgressContext<Progress>) => Promise<void>,
  signals: readonly (AbortSignal | undefined)[],
): AsyncGenerator<Progress, void, undefined> {
  const abortController = new AbortController()
  const stop = () => abortController.abort()
  if (signals.some((signal) => signal?.aborted)) return
  for (const signal of signals) signal?.addEventListener('abort', stop)
  const progress = createMailbox<Progress>((waiting, latest) => waiting.splice(0, 1, latest))
  const running = work({ signal: abortController.signal, report: progress.put })
  running.then(progress.end, progress.end)
  try {
    yield* progress.read()
    await running
  } finally {
    for (const signal of signals) signal?.removeEventListener('abort', stop)
    stop()
    await running.catch(() => undefined)
  }
}
