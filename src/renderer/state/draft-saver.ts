// Saves drafts after a pause: the newest of each key, one at a time; retries failures.

interface DraftSaverOptions<Draft, Saved> {
  readonly save: (key: string, draft: Draft) => Promise<Saved>
  /** Called for each saved draft. `isNewest`: it has not been changed since. */
  readonly onSaved: (saved: Saved, isNewest: boolean) => void
  readonly onFailure: (error: unknown) => void
  /** Time without a change before saving; a crash may lose this much. */
  readonly delayMs?: number
  /** Maximum delay while changes continue. */
  readonly maxDelayMs?: number
}

export interface DraftSaver<Draft> {
  /** The draft is read only when it is saved, because joining a long text is expensive. */
  add(key: string, read: () => Draft): void
  /** Returns the draft that is not saved yet. */
  readUnsaved(key: string): Draft | undefined
  /** Reads pending drafts now and saves them immediately. Resolves to whether everything is saved. */
  settle(): Promise<boolean>
  /** For a page that is about to close: sends pending drafts without waiting for a response. */
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

  /** Drafts added meanwhile are also saved as soon as their delay is over. A failure does not delay the others. */
  async function savePending(): Promise<boolean> {
    let hasFailed = false
    while (pending.size > 0 && timer === undefined) {
      since = undefined
      for (const key of [...pending.keys()]) {
        // It may have been changed, or flushed, while another one was saved.
        const read = pending.get(key)
        if (!read) continue
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
          hasFailed = true
        }
      }
    }
    return !hasFailed
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
      // The port preserves their order. If the page stays, failed drafts are saved with the next change.
      for (const [key, read] of pending) {
        const draft = read()
        save(key, draft).catch(() => pending.set(key, () => draft))
      }
      pending.clear()
    },
  }
}
