// Follows a stream of the application, and opens it again if it breaks. What changes while an item is handled is merged
// into the next one.

const minDelayMs = 250
const maxDelayMs = 5_000

export interface Feed<Item> {
  readonly open: (signal: AbortSignal) => Promise<AsyncIterable<Item>>
  /** The next item is requested once this resolves, for example after the paint. */
  readonly onItem: (item: Item) => void | Promise<void>
  /** Milliseconds between an item and the request for the next one. */
  readonly intervalMs?: number
  /** Called whenever the stream opens; `again` is false the first time. */
  readonly onOpen?: (again: boolean) => void
  /** Called when it breaks with an error; return `false` to stop retrying. */
  readonly onLost?: (error: unknown) => boolean
}

/** Returns a function that stops following. Delays between attempts grow from 0.25 s to 5 s until an item is received. */
export function followFeed<Item>(feed: Feed<Item>): () => void {
  const controller = new AbortController()
  void runFeed(feed, controller.signal)
  return () => controller.abort()
}

async function runFeed<Item>(feed: Feed<Item>, signal: AbortSignal) {
  const { open, onItem, intervalMs, onOpen, onLost } = feed
  let delay = minDelayMs
  for (let again = false; !signal.aborted; again = true) {
    let hasReceived = false
    try {
      const items = await open(signal)
      onOpen?.(again)
      for await (const item of items) {
        if (signal.aborted) return
        hasReceived = true
        await onItem(item)
        if (intervalMs !== undefined) await abortableDelay(intervalMs, signal)
      }
    } catch (error) {
      if (signal.aborted || onLost?.(error) === false) return
    }
    if (signal.aborted) return
    delay = hasReceived ? minDelayMs : Math.min(delay * 2, maxDelayMs)
    await abortableDelay(delay, signal)
  }
}

function abortableDelay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}
