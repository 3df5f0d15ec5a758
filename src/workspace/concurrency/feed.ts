// Streams of changes for readers that may be slow: what they have not read yet is merged, so that it stays small.

/** Everything that a reader has not read yet. */
export interface Unread<Change, Item> {
  add(change: Change): void
  /** Returns it as one item, after which nothing is unread; null if nothing is. */
  take(): Item | null
}

interface Reader<Change, Item> {
  put(change: Change): void
  /** What is unread can still be read; then the iteration ends. */
  end(): void
  /** May be called once. Ends without an error when the signal is aborted. */
  read(signal?: AbortSignal): AsyncGenerator<Item, void, undefined>
}

function createReader<Change, Item>(unread: Unread<Change, Item>): Reader<Change, Item> {
  let hasEnded = false
  let wake = () => {}
  return {
    put(change) {
      if (hasEnded) return
      unread.add(change)
      wake()
    },
    end() {
      hasEnded = true
      wake()
    },
    async *read(signal) {
      const onAbort = () => wake()
      signal?.addEventListener('abort', onAbort)
      try {
        while (!signal?.aborted) {
          const item = unread.take()
          if (item !== null) yield item
          else if (hasEnded) return
          else await new Promise<void>((resolve) => (wake = resolve))
        }
      } finally {
        signal?.removeEventListener('abort', onAbort)
      }
    },
  }
}

/**
 * Publishes changes to any number of readers. `createUnread` is called for each; what it has at first, as a snapshot, is
 * read first. `key` names what is watched, if it is one of several things. `onLeave` is called after a reader has left.
 */
export function createFeed<Change, Item>(
  createUnread: (key: string) => Unread<Change, Item>,
  onLeave: (key: string) => void = () => {},
) {
  const readers = new Map<string, Set<Reader<Change, Item>>>()

  function remove(reader: Reader<Change, Item>, key: string) {
    const present = readers.get(key)
    if (!present?.delete(reader)) return
    if (present.size === 0) readers.delete(key)
    onLeave(key)
  }
  async function* read(reader: Reader<Change, Item>, key: string, signal?: AbortSignal) {
    try {
      yield* reader.read(signal)
    } finally {
      remove(reader, key)
    }
  }
  const end = (key: string) => {
    for (const reader of readers.get(key) ?? []) reader.end()
  }
  return {
    isWatched: (key = '') => readers.has(key),
    /** The keys of what is watched. */
    watched: () => [...readers.keys()],
    publish(change: Change, key = '') {
      for (const reader of readers.get(key) ?? []) reader.put(change)
    },
    /** Starts with the call, not with the first read. */
    watch(signal?: AbortSignal, key = ''): AsyncGenerator<Item, void, undefined> {
      const reader = createReader(createUnread(key))
      readers.set(key, (readers.get(key) ?? new Set()).add(reader))
      signal?.addEventListener('abort', () => remove(reader, key), { once: true })
      // The reader may have left while the call was waiting.
      if (signal?.aborted) remove(reader, key)
      return read(reader, key, signal)
    },
    /** Ends all watching of the key. */
    end,
    close() {
      for (const key of readers.keys()) end(key)
      readers.clear()
    },
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
  const progress = createReader(keepLatest<Progress>())
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

function keepLatest<Item>(): Unread<Item, Item> {
  let latest: Item | null = null
  return {
    add(item) {
      latest = item
    },
    take() {
      const item = latest
      latest = null
      return item
    },
  }
}
