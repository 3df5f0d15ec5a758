// Subscribes to an event iterator of the application, and subscribes again if it breaks.

const minDelayMs = 250
const maxDelayMs = 5_000

export interface Subscription<Event> {
  readonly open: (signal: AbortSignal) => Promise<AsyncIterable<Event>>
  readonly onEvent: (event: Event) => void
  /** Called whenever the subscription opens; `again` is false the first time. */
  readonly onOpen?: (again: boolean) => void
  /** Called when it breaks with an error; return `false` to stop retrying. */
  readonly onLost?: (error: unknown) => boolean
}

/** Returns an unsubscribe function. Delays between attempts grow from 0.25 s to 5 s until an event is received. */
export function subscribeWithRetry<Event>(options: Subscription<Event>): () => void {
  const controller = new AbortController()
  void runSubscription(options, controller.signal)
  return () => controller.abort()
}

async function runSubscription<Event>(options: Subscription<Event>, signal: AbortSignal) {
  const { open, onEvent, onOpen, onLost } = options
  let delay = minDelayMs
  for (let again = false; !signal.aborted; again = true) {
    let hasReceived = false
    try {
      const events = await open(signal)
      onOpen?.(again)
      for await (const event of events) {
        if (signal.aborted) return
        hasReceived = true
        onEvent(event)
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
