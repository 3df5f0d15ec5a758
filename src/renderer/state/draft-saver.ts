// Saves drafts after a pause, the newest of each key, one after the other; a failed one is retried.

interface DraftSaverOptions<Draft, Saved> {
  readonly save: (key: string, draft: Draft) => Promise<Saved>
  /** After each draft that was saved. `isNewest`: it has not been changed since. */
  readonly onSaved: (saved: Saved, isNewest: boolean) => void
  readonly onFailure: (error: unknown) => void
  /** Without a change: what a crash may cost. */
  readonly delayMs?: number
  /** At most, if changes continue. */
  readonly maxDelayMs?: number
}

export interface DraftSaver<Draft> {
  /** The draft is read only when it is saved, because joining a long text is expensive. */
  add(key: string, read: () => Draft): void
  /** The draft that is not saved yet. */
  readUnsaved(key: string): Draft | undefined
  /** Reads what is pending now, and saves it immediately. Resolves to whether everything is saved. */
  settle(): Promise<boolean>
  /** For a page that is about to close: sends what is pending without waiting for a response. */
  flush(): void
}

const retryDelayMs = 5_000

export function createDraftSaver<Draft, Saved = unknown>(
  options: DraftSaverOptions<Draft, Saved>,
): DraftSaver<Draft> {
  const { save, onSaved, onFailure, delayMs = 150, maxDelayMs = delayMs } = options
  const pending = new Map<string, () => Draft>()
  let saving: { readonly key: string; readonly draft: Draft } | undefined
  let running: Promise<boolean> | undefined
  /** When the first pending draft was changed. */
  let since: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function schedule(wait: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void saveAll(), wait)
  }

  /** One at a time: an older draft never overtakes a newer one. Resolves to whether nothing has failed. */
  function saveAll(): Promise<boolean> {
    clearTimeout(timer)
    timer = undefined
    running ??= savePending().finally(() => {
      running = undefined
    })
    return running
  }

  /** What is added meanwhile is saved, too, as soon as its delay is over. */
  async function savePending(): Promise<boolean> {
    while (pending.size > 0 && timer === undefined) {
      since = undefined
      for (const [key, read] of [...pending]) {
        const draft = read()
        pending.delete(key)
        saving = { key, draft }
        try {
          const saved = await save(key, draft)
          saving = undefined
          onSaved(saved, !pending.has(key))
        } catch (error) {
          saving = undefined
          if (!pending.has(key)) pending.set(key, () => draft)
          schedule(retryDelayMs)
          onFailure(error)
          return false
        }
      }
    }
    return true
  }

  return {
    add(key, read) {
      pending.set(key, read)
      since ??= Date.now()
      schedule(Math.min(delayMs, Math.max(0, since + maxDelayMs - Date.now())))
    },
    readUnsaved: (key) => pending.get(key)?.() ?? (saving?.key === key ? saving.draft : undefined),
    async settle() {
      for (const [key, read] of pending) {
        const draft = read()
        pending.set(key, () => draft)
      }
      while (pending.size > 0 || running !== undefined) if (!(await saveAll())) return false
      return true
    },
    flush() {
      // The port keeps their order; if the page stays after all, what has failed is saved with the next change.
      for (const [key, read] of pending) {
        const draft = read()
        save(key, draft).catch(() => pending.set(key, () => draft))
      }
      pending.clear()
    },
  }
}
