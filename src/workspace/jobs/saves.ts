// Retries failed saves of results that were paid for, and moves rescued files into the media folder once it can store them.
import { ApiError } from '#shared/schemas/api-error'
import type { PendingSave, UnsavedWork } from '#shared/schemas/application-status'
import type { Changes } from '../changes'
import { type Timer, waitFor, withSignals } from '../concurrency/timing'
import type { Media } from '../media/media'

export interface SaveOptions<Result> {
  /** The id of the turn, the job or the embedding set. */
  readonly owner: string
  readonly save: () => Result | Promise<Result>
  /** Called after each failure. Returns true once the rescue folder has a copy. */
  readonly onFailure?: (error: unknown) => Promise<boolean> | undefined
  /** Ends the retries when it aborts. */
  readonly signal?: AbortSignal
  /** True if no other attempt can succeed. By default: the owner was deleted. */
  readonly isPermanent?: (error: unknown) => boolean
}

const firstDelayMs = 1000
const maxDelayMs = 30_000

export type Saves = ReturnType<typeof createSaves>

export function createSaves({ timer, changes }: { timer: Timer; changes: Pick<Changes, 'emit'> }) {
  const pending = new Map<symbol, PendingSave>()
  const closing = new AbortController()
  let retryController = new AbortController()

  const update = (key: symbol, save: PendingSave | undefined) => {
    if (save) pending.set(key, save)
    else if (!pending.delete(key)) return
    changes.emit('saves')
  }
  const wait = (failures: number, signal: AbortSignal | undefined) => {
    const delay = Math.min(firstDelayMs * 2 ** failures, maxDelayMs)
    return withSignals([closing.signal, retryController.signal, signal], (any) => waitFor(timer, delay, any))
  }

  /** Like `run`, after a first attempt by the caller that failed with `first`. */
  async function retry<Result>(options: SaveOptions<Result>, first: unknown): Promise<Result> {
    const { owner, save, signal, onFailure, isPermanent = isNotFound } = options
    const key = Symbol(owner)
    let error = first
    try {
      for (let failures = 0; ; failures += 1) {
        if (isPermanent(error)) throw error
        update(key, { owner, message: toSentences(error), rescued: pending.get(key)?.rescued ?? false })
        const rescued = await onFailure?.(error)
        if (rescued) update(key, { owner, message: toSentences(error), rescued })
        await wait(failures, signal)
        if (!closing.signal.aborted) signal?.throwIfAborted()
        try {
          return await save()
        } catch (latest) {
          error = latest
          if (closing.signal.aborted) throw error
        }
      }
    } finally {
      update(key, undefined)
    }
  }

  return {
    retry,
    /** Calls `save` until it succeeds. Rejects with a permanent error, or with the last one if the workspace closes. */
    async run<Result>(options: SaveOptions<Result>): Promise<Result> {
      try {
        return await options.save()
      } catch (error) {
        return await retry(options, error)
      }
    },
    list: () => [...pending.values()],
    /** Starts the next attempt of every save immediately. */
    retryNow() {
      const before = retryController
      retryController = new AbortController()
      before.abort()
    },
    /** Makes one last attempt for each. */
    close: () => closing.abort(),
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NOT_FOUND'
}

function toSentences(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return /[.!?]$/.test(message) ? message : `${message}.`
}

interface RescuedFilesPorts {
  readonly media: Pick<Media, 'listRescued' | 'restoreRescued'>
  readonly saves: Saves
  readonly changes: Pick<Changes, 'subscribe' | 'emit'>
  readonly onRestored: () => void
}

export type RescuedFiles = ReturnType<typeof createRescuedFiles>

const owner = 'rescued files'

export function createRescuedFiles({ media, saves, changes, onRestored }: RescuedFilesPorts) {
  let restoring: Promise<void> | undefined
  let isClosed = false

  const restore = async (): Promise<void> => {
    try {
      while (media.listRescued().length > 0) await saves.run({ owner, save: media.restoreRescued })
      onRestored()
    } catch {
      // The workspace closes: the next start restores the files.
    }
    restoring = undefined
    changes.emit('saves')
  }
  const restoreIfAny = () => {
    if (!isClosed && media.listRescued().length > 0) restoring ??= restore()
  }
  const unsubscribe = changes.subscribe((topic) => {
    if (topic === 'saves') restoreIfAny()
  })
  restoreIfAny()
  return {
    /** Everything unsaved, with the rescued files separately. */
    list(): UnsavedWork {
      const all = saves.list()
      return {
        pending: all.filter((save) => save.owner !== owner),
        files: media.listRescued().map(({ hash, path }) => ({ media: hash, path })),
        filesProblem: all.find((save) => save.owner === owner)?.message ?? null,
      }
    },
    /** Resolves once no file is being moved. */
    async close() {
      isClosed = true
      unsubscribe()
      await restoring
    },
  }
}
