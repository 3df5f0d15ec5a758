// Writes changed drafts to the disk: soon, the newest of each, one after the other.
import type { Draft } from '#shared/schemas/draft'

export interface DraftWriterPorts<Written = Draft> {
  readonly write: (key: string, draft: Written | null) => Promise<unknown>
  readonly onFailure: (error: unknown) => void
  /** After each that was written. */
  readonly onWritten: () => void
}

export interface DraftWriter<Written = Draft> {
  /** Null forgets it. */
  note(key: string, draft: Written | null): void
  /** At once, for a page that is about to go. */
  flush(): void
}

/** Milliseconds from a change to its writing: what a crash may cost. */
const delay = 150
const delayAfterFailure = 5_000

export function createDraftWriter<Written = Draft>(ports: DraftWriterPorts<Written>): DraftWriter<Written> {
  const { write, onFailure, onWritten } = ports
  const waiting = new Map<string, Written | null>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing = false

  function schedule(wait: number) {
    timer ??= setTimeout(() => void writeAll(), wait)
  }

  async function writeAll() {
    clearTimeout(timer)
    timer = undefined
    if (writing) return
    writing = true
    const failed = await writeEach()
    writing = false
    if (failed) schedule(delayAfterFailure)
    else if (waiting.size > 0) schedule(0)
  }

  /** Answers whether one could not be written: it waits again, unless a newer one does already. */
  async function writeEach(): Promise<boolean> {
    for (const [key, draft] of [...waiting]) {
      waiting.delete(key)
      try {
        await write(key, draft)
        onWritten()
      } catch (error) {
        if (!waiting.has(key)) waiting.set(key, draft)
        onFailure(error)
        return true
      }
    }
    return false
  }

  return {
    note(key, draft) {
      waiting.set(key, draft)
      schedule(delay)
    },
    flush() {
      // The port keeps their order; nobody may be left to wait for an answer.
      for (const [key, draft] of waiting) write(key, draft).catch(() => waiting.set(key, draft))
      waiting.clear()
    },
  }
}
