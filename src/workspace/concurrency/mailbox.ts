// A queue for one reader, merged so that a slow reader costs no memory.

export interface Mailbox<Item> {
  put(item: Item): void
  /** What is stored in it may still be read; then the reading ends. */
  end(): void
  /** For one reader, once. Ends without an error when the signal is aborted. */
  read(signal?: AbortSignal): AsyncGenerator<Item, void, undefined>
}

/** `merge` adds an item to those waiting, or makes one of the two; items that were handed out are never its to change. */
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
  /** What is not read before the next is told is not read at all. */
  readonly report: (progress: Progress) => void
}

/** A reader who is still does not hold it up; it is over, in any way, when the reading is. */
export async function* streamProgress<Progress>(
  work: (following: ProgressContext<Progress>) => Promise<void>,
  signals: readonly (AbortSignal | undefined)[],
): AsyncGenerator<Progress, void, undefined> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  if (signals.some((signal) => signal?.aborted)) return
  for (const signal of signals) signal?.addEventListener('abort', stop)
  const progress = createMailbox<Progress>((waiting, latest) => waiting.splice(0, 1, latest))
  const going = work({ signal: stopping.signal, report: progress.put })
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
