// What one reader has not fetched yet, merged so that a slow reader costs no memory.

export interface Mailbox<Item> {
  put(item: Item): void
  /** What lies in it may still be read; then the reading ends. */
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
