// Keeps an event iterator of the application open, and opens it again where it broke.

const firstPause = 250
const longestPause = 5_000

export interface Watching<Event> {
  readonly open: (signal: AbortSignal) => Promise<AsyncIterable<Event>>
  readonly onEvent: (event: Event) => void
  /** Called at each opening; `again` from the second one on. */
  readonly onOpen?: (again: boolean) => void
  /** Called where it broke; answering `false` gives up. */
  readonly onLost?: (error: unknown) => boolean
}

/** Watches until the returned function is called; pauses grow from 0.25 s to 5 s while it keeps breaking. */
export function keepWatching<Event>(watching: Watching<Event>): () => void {
  const controller = new AbortController()
  void watchAgainAndAgain(watching, controller.signal)
  return () => controller.abort()
}

async function watchAgainAndAgain<Event>(watching: Watching<Event>, signal: AbortSignal) {
  let again = false
  let wait = firstPause
  while (!signal.aborted) {
    const end = await watchOnce(watching, { signal, again })
    if (signal.aborted) return
    if (end.lost && watching.onLost?.(end.error) === false) return
    wait = end.heard ? firstPause : Math.min(wait * 2, longestPause)
    again = true
    await pause(wait, signal)
  }
}

async function watchOnce<Event>(watching: Watching<Event>, how: { signal: AbortSignal; again: boolean }) {
  let heard = false
  try {
    const events = await watching.open(how.signal)
    watching.onOpen?.(how.again)
    for await (const event of events) {
      if (how.signal.aborted) break
      heard = true
      watching.onEvent(event)
    }
    return { heard, lost: false, error: undefined }
  } catch (error) {
    return { heard, lost: true, error }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
