// The rescue folder stores generated files, in the layout of a media folder, until the media folder can store them.
import { readFile, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createFolder, removeTempFiles } from '../atomic-write'
import { createReadWriteLock } from '../concurrency/locks'
import { findFile, listFiles, type MediaFile } from './media-file'
import { removeFile, storeFile, writeSidecar } from './store-file'

interface RescueOptions {
  readonly folder: string
  readonly now: () => number
  /** Called after a file was saved. */
  readonly onRescued: () => void
}

export type RescueFolder = Awaited<ReturnType<typeof openRescueFolder>>

export async function openRescueFolder({ folder, now, onRescued }: RescueOptions) {
  const files = new Map((await readFiles(folder)).map((file) => [file.hash, file]))
  const lock = createReadWriteLock()

  const remove = async ({ hash, path }: MediaFile) => {
    await removeFile(folder, hash, () => false)
    files.delete(hash)
    for (const empty of [dirname(path), folder]) await rmdir(empty).catch(() => undefined)
  }
  return {
    folder,
    has: (hash: string) => files.has(hash),
    list: () => [...files.values()],
    idle: lock.idle,
    /** `error` is the media folder's. */
    async save(bytes: Uint8Array, declaredType: string | undefined, error: unknown): Promise<MediaFile> {
      const saved = await lock.shared(async () => {
        await createFolder(folder)
        const file = await storeFile(folder, bytes, declaredType)
        files.set(file.hash, file)
        // Explains the file to a person who finds it; the app needs only the file.
        const problem = error instanceof Error ? error.message : String(error)
        const about = { mimeType: file.mimeType, rescuedAt: new Date(now()).toISOString(), problem }
        await writeSidecar(folder, file.hash, about).catch(() => undefined)
        return file
      })
      onRescued()
      return saved
    },
    /** Returns the file's length. */
    async remove(hash: string): Promise<number> {
      const file = files.get(hash)
      if (file) await lock.exclusive(() => remove(file))
      return file?.length ?? 0
    },
    /** Passes each file to `store`, and removes it afterwards. */
    restore: (store: (bytes: Uint8Array, declaredType?: string) => Promise<MediaFile>): Promise<void> =>
      lock.shared(async () => {
        for (const file of [...files.values()]) {
          const bytes = await readFile(file.path).catch(toUndefinedIfMissing)
          const stored = bytes && (await store(bytes, file.mimeType))
          // A file removed or changed by hand no longer matches its hash, so it belongs to the user.
          if (stored?.hash === file.hash) await remove(file)
          else files.delete(file.hash)
        }
      }),
  }
}

function toUndefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function readFiles(folder: string): Promise<MediaFile[]> {
  await removeTempFiles(folder).catch(() => undefined)
  const listed = await listFiles(folder).catch(() => [])
  const found = await Promise.all(listed.map(({ hash }) => findFile(folder, hash)))
  return found.filter((file) => file !== undefined)
}
