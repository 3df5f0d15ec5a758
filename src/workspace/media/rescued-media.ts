// The rescue folder behind the media folder: it has the same layout, and holds generated files until that takes them.
import { readFile, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createFolder, removeTempFiles } from '../atomic-write'
import { createReadWriteLock } from '../concurrency/locks'
import { findFile, listFiles, type MediaFile } from './media-file'
import { removeFile, storeFile, writeSidecar } from './store-file'

export interface FilesInFolder {
  /** The file is whole and on the disk when this resolves. Bytes that are there already are not written again. */
  keep(bytes: Uint8Array, declaredType?: string): Promise<MediaFile>
  /** Refuses what is no hash, and tells what is missing. */
  open(hash: string): Promise<MediaFile>
  read(hash: string): Promise<Uint8Array>
  /**
   * For good, with sidecar and thumbnail; how many bytes the file had. What is not there is no error. While nothing is
   * being kept `isNeeded` is asked once more: the same bytes may have been made again meanwhile.
   */
  remove(hash: string, isNeeded?: () => boolean): Promise<number>
  /** Gives up what is still arriving, refuses all that is asked for afterwards; resolves once nothing is in progress. */
  close(): Promise<void>
}

export interface RescueOfMedia {
  /** As `keep`, for what a model has made: if the media folder can't take it, it goes to the rescue folder. */
  saveGenerated(bytes: Uint8Array, declaredType?: string): Promise<MediaFile>
  /** Files that wait in the rescue folder. */
  listRescued(): readonly MediaFile[]
  /** Moves them into the media folder. Rejects if it still can't take them. */
  restoreRescued(): Promise<void>
}

export interface RescueOptions {
  /** Nothing is created in it before it is needed. */
  readonly rescueFolder: string
  readonly now: () => number
  /** Called after a file went to the rescue folder. */
  readonly onRescued: () => void
}

export async function withRescue(
  media: FilesInFolder,
  { rescueFolder: folder, now, onRescued }: RescueOptions,
): Promise<FilesInFolder & RescueOfMedia> {
  const files = new Map((await readFiles(folder)).map((file) => [file.hash, file]))
  const gate = createReadWriteLock()
  let isClosed = false

  const save = async (bytes: Uint8Array, declaredType: string | undefined, problem: string) => {
    await createFolder(folder)
    const file = await storeFile(folder, bytes, declaredType)
    files.set(file.hash, file)
    // It says what the file is to a person who finds it; the file alone is enough for the app.
    const about = { mimeType: file.mimeType, rescuedAt: new Date(now()).toISOString(), problem }
    await writeSidecar(folder, file.hash, about).catch(() => undefined)
    return file
  }
  const remove = async ({ hash, path }: MediaFile) => {
    await removeFile(folder, hash, () => false)
    files.delete(hash)
    for (const empty of [dirname(path), folder]) await rmdir(empty).catch(() => undefined)
  }
  /** A rescued file is found while the media folder is away, too. */
  const orRescued = async <Result>(
    hash: string,
    work: (hash: string) => Promise<Result>,
    toResult: (file: MediaFile) => Result | Promise<Result>,
  ): Promise<Result> => {
    try {
      return await work(hash)
    } catch (error) {
      const file = files.get(hash)
      if (!file || isClosed) throw error
      return await toResult(file)
    }
  }
  return {
    keep: media.keep,
    open: (hash) => orRescued(hash, media.open, (file) => file),
    read: (hash) => orRescued<Uint8Array>(hash, media.read, ({ path }) => readFile(path)),
    async remove(hash, isNeeded = () => false) {
      const file = files.get(hash)
      if (!file) return await media.remove(hash, isNeeded)
      if (isNeeded()) return 0
      await gate.exclusive(() => remove(file))
      return file.length
    },
    async saveGenerated(bytes, declaredType) {
      try {
        return await media.keep(bytes, declaredType)
      } catch (error) {
        if (isClosed) throw error
        const problem = error instanceof Error ? error.message : String(error)
        // If both fail, the folder that the user chose is the one to put right.
        const file = await gate.shared(() => save(bytes, declaredType, problem)).catch(() => undefined)
        if (!file) throw error
        onRescued()
        return file
      }
    },
    listRescued: () => [...files.values()],
    restoreRescued: () =>
      gate.shared(async () => {
        for (const file of [...files.values()]) {
          const bytes = await readFile(file.path).catch(toUndefinedIfGone)
          const kept = bytes && (await media.keep(bytes, file.mimeType))
          // What was removed or changed by hand is not what it was named by: it's no longer ours.
          if (kept?.hash === file.hash) await remove(file)
          else files.delete(file.hash)
        }
      }),
    async close() {
      isClosed = true
      await Promise.all([media.close(), gate.idle()])
    },
  }
}

function toUndefinedIfGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function readFiles(folder: string): Promise<MediaFile[]> {
  await removeTempFiles(folder).catch(() => undefined)
  const listed = await listFiles(folder).catch(() => [])
  const found = await Promise.all(listed.map(({ hash }) => findFile(folder, hash)))
  return found.filter((file) => file !== undefined)
}
