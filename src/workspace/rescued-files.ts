// Moves rescued files into the media folder as soon as it takes them.
import type { UnsavedWork } from '#shared/schemas/unsaved-work'
import type { Changes } from './changes'
import type { Saves } from './jobs/saves'
import type { Media } from './media/media'

interface RescuedFilesPorts {
  readonly media: Pick<Media, 'listRescued' | 'restoreRescued'>
  readonly saves: Saves
  readonly changes: Pick<Changes, 'subscribe' | 'tell'>
  readonly onRestored: () => void
}

export interface RescuedFiles {
  /** Everything that is not saved yet, these files apart from the rest. */
  list(): UnsavedWork
  /** Resolves once nothing is moved any more. */
  close(): Promise<void>
}

const owner = 'rescued files'

export function createRescuedFiles({ media, saves, changes, onRestored }: RescuedFilesPorts): RescuedFiles {
  let restoring: Promise<void> | undefined
  let isClosed = false

  const restore = async (): Promise<void> => {
    try {
      while (media.listRescued().length > 0) await saves.run({ owner, save: media.restoreRescued })
      onRestored()
    } catch {
      // The workspace closes: they wait for the next start.
    }
    restoring = undefined
    changes.tell('saves')
  }
  const look = () => {
    if (!isClosed && media.listRescued().length > 0) restoring ??= restore()
  }
  const unsubscribe = changes.subscribe((topic) => {
    if (topic === 'saves') look()
  })
  look()
  return {
    list() {
      const all = saves.list()
      return {
        pending: all.filter((save) => save.owner !== owner),
        files: media.listRescued().map(({ hash, path }) => ({ media: hash, path })),
        filesProblem: all.find((save) => save.owner === owner)?.message ?? null,
      }
    },
    async close() {
      isClosed = true
      unsubscribe()
      await restoring
    },
  }
}
