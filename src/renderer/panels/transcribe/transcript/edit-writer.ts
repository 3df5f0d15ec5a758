// Writes edited texts to the disk: once a moment has passed without a change, the newest of each, one after the other.

export interface EditWriterPorts<Kept> {
  readonly write: (key: string, text: string) => Promise<Kept>
  /** `isNewest`: nothing was written since. */
  readonly onKept: (key: string, kept: Kept, isNewest: boolean) => void
  /** It is tried again by itself. */
  readonly onFailure: (key: string, error: unknown) => void
}

export interface EditWriter {
  /** The text is asked for only when it is written: a long one is not cheap to put together. */
  note(key: string, read: () => string): void
  /** What the disk does not hold yet. */
  readUnkept(key: string): string | undefined
  /** Writes at once what waits; answers whether the disk holds everything by then. */
  settle(key: string): Promise<boolean>
  /** Reads what waits, before its editor goes, and writes it at once. */
  release(key: string): void
  /** For a page that is about to go: nobody may be left to wait for an answer. */
  flush(): void
}

/** Milliseconds without a change, and the most that a crash may cost while the typing never ends. */
const pause = 400
const longest = 2_000
const pauseAfterFailure = 5_000

export function createEditWriter<Kept>({ write, onKept, onFailure }: EditWriterPorts<Kept>): EditWriter {
  const waiting = new Map<string, { read: () => string; since: number }>()
  const underWay = new Map<string, { text: string; work: Promise<boolean> }>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  function schedule(key: string, wait: number) {
    clearTimeout(timers.get(key))
    timers.set(
      key,
      setTimeout(() => void writeWaiting(key), wait),
    )
  }

  /** One after the other: an older text must never come after a newer one. */
  async function writeWaiting(key: string): Promise<boolean> {
    clearTimeout(timers.get(key))
    const before = underWay.get(key)
    if (before) {
      await before.work
      return writeWaiting(key)
    }
    const next = waiting.get(key)
    if (!next) return true
    const text = next.read()
    waiting.delete(key)
    const work = writeOnce(key, text)
    underWay.set(key, { text, work })
    return work
  }

  async function writeOnce(key: string, text: string): Promise<boolean> {
    try {
      const kept = await write(key, text)
      underWay.delete(key)
      onKept(key, kept, !waiting.has(key))
      return true
    } catch (error) {
      underWay.delete(key)
      if (!waiting.has(key)) waiting.set(key, { read: () => text, since: Date.now() })
      schedule(key, pauseAfterFailure)
      onFailure(key, error)
      return false
    }
  }

  return {
    note(key, read) {
      const since = waiting.get(key)?.since ?? Date.now()
      waiting.set(key, { read, since })
      schedule(key, Math.min(pause, Math.max(0, since + longest - Date.now())))
    },
    readUnkept: (key) => waiting.get(key)?.read() ?? underWay.get(key)?.text,
    async settle(key) {
      while (waiting.has(key) || underWay.has(key)) if (!(await writeWaiting(key))) return false
      return true
    },
    release(key) {
      const next = waiting.get(key)
      if (!next) return
      const text = next.read()
      waiting.set(key, { ...next, read: () => text })
      void writeWaiting(key)
    },
    flush() {
      for (const [key, { read }] of waiting) {
        const text = read()
        // The port keeps their order; should the page stay after all, they are tried again.
        write(key, text).catch(() => waiting.set(key, { read: () => text, since: Date.now() }))
        clearTimeout(timers.get(key))
      }
      waiting.clear()
    },
  }
}
