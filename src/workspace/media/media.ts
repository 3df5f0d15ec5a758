// The media folder stores every image, audio file and video once, in a file named by its hash.
import { readFile, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { MediaFolder } from '#shared/schemas/library'
import { createFolder, removeTempFiles } from '../atomic-write'
import { createReadWriteLock, shareRuns } from '../concurrency/locks'
import {
  checkFreeSpace,
  explainProblem,
  type FolderInUse,
  type MediaFolderOptions,
  openFolder,
  probeFolder,
} from './folder-problem'
import { findFile, type ListedFile, listFiles, type MediaFile } from './media-file'
import { createMover } from './move/move-folder'
import {
  findThumbnail,
  type IncomingFile,
  openFile,
  readSidecar,
  removeFile,
  storeFile,
  storeStream,
  type ThumbnailFile,
  writeSidecar,
  writeThumbnail,
} from './store-file'

interface MediaOptions extends MediaFolderOptions {
  /** Created only when needed. */
  readonly rescueFolder?: string
  readonly now?: () => number
  /** Called after a file went to the rescue folder. */
  readonly onRescued?: () => void
}

export type Media = ReturnType<typeof createMedia>

export async function openMedia(defaultFolder: string, options: MediaOptions = {}) {
  const mediaFolder = await openFolder(defaultFolder, options)
  const { rescueFolder = `${defaultFolder}-rescue`, now = Date.now, onRescued = () => undefined } = options
  return createMedia(mediaFolder, await openRescueFolder({ folder: rescueFolder, now, onRescued }))
}

function createMedia(mediaFolder: FolderInUse, rescue: RescueFolder) {
  const writeLock = createReadWriteLock()
  const streams = createReadWriteLock()
  /** Includes reads, which create a missing default folder. */
  const operations = createReadWriteLock()
  const closing = new AbortController()
  const mover = createMover({ mediaFolder, writeLock, closing: closing.signal })
  let probing: Promise<void> | undefined

  async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
    if (closing.signal.aborted) throw closed()
    return await operations.shared(async () => {
      const folder = await mediaFolder.ready()
      return await work(folder).catch((error: unknown) => {
        throw explainProblem(folder, error)
      })
    })
  }

  function write<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
    return writeLock.shared(() => inFolder(work))
  }

  /** Falls back to the rescue folder, which has the same layout. */
  async function withRescueFallback<Result>(
    hash: string,
    work: (folder: string) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await inFolder(work)
    } catch (error) {
      if (!rescue.has(hash) || closing.signal.aborted) throw error
      return await work(rescue.folder)
    }
  }

  /** Resolves once the file is complete on the disk. Bytes that are already stored are not written again. */
  const store = (bytes: Uint8Array, declaredType?: string): Promise<MediaFile> =>
    write((folder) => storeFile(folder, bytes, declaredType))

  return {
    store,
    /** As `store`; if the media folder can't store it, it goes to the rescue folder. */
    async saveGenerated(bytes: Uint8Array, declaredType?: string): Promise<MediaFile> {
      try {
        return await store(bytes, declaredType)
      } catch (error) {
        if (closing.signal.aborted) throw error
        // If both fail, report the problem of the media folder, which the user can fix.
        const file = await rescue.save(bytes, declaredType, error).catch(() => undefined)
        if (!file) throw error
        return file
      }
    },
    /** Throws a message for the user if no file could be saved now. Call it before requests that are billed. */
    checkWritable(): Promise<void> {
      // Many requests start at the same time: a shared probe is enough, and they stay in order.
      probing ??= inFolder(checkFreeSpace)
        .catch(throwNotSaved)
        .finally(() => {
          probing = undefined
        })
      return probing
    },
    /** As `store`, for a stream; if it is interrupted, nothing is left of it. */
    storeStream: (file: IncomingFile): Promise<MediaFile> =>
      streams.shared(async () => {
        if (closing.signal.aborted) throw closed()
        const folder = await mediaFolder.ready()
        return await storeStream(file, { folder, signal: closing.signal, commit: write })
      }),
    /** Throws for an invalid hash or a missing file. Finds rescued files even if the media folder is missing. */
    open: (hash: string): Promise<MediaFile> => withRescueFallback(hash, (folder) => openFile(folder, hash)),
    read: (hash: string): Promise<Uint8Array> =>
      withRescueFallback(hash, (folder) => readComplete(mediaFolder, folder, hash)),
    /** Calls `work` with the folder, to which another thread may write meanwhile: it is neither moved nor cleaned up. */
    whileWriting: write,
    /** Replaces the file's sidecar. */
    writeSidecar: (hash: string, content: unknown): Promise<void> =>
      write((folder) => writeSidecar(folder, hash, content)),
    /** Returns the content of the sidecar, or undefined if it is missing or not JSON. */
    readSidecar: (hash: string): Promise<unknown> => inFolder((folder) => readSidecar(folder, hash)),
    /** Lists all files by hash; throws if the folder is missing, which does not mean empty. */
    list: (): Promise<readonly ListedFile[]> => inFolder(listFiles),
    /**
     * Removes a file for good, with sidecar and thumbnail, and returns its length; ignores a missing one. Calls `isNeeded`
     * while nothing is being saved, because the same bytes may have been generated again meanwhile.
     */
    async remove(hash: string, isNeeded: () => boolean = () => false): Promise<number> {
      if (rescue.has(hash)) return isNeeded() ? 0 : await rescue.remove(hash)
      return await writeLock.exclusive(() => inFolder((folder) => removeFile(folder, hash, isNeeded)))
    },
    /** Throws unless the bytes are a WebP image of at most 256 KB and the hash has a file. */
    storeThumbnail: (hash: string, bytes: Uint8Array): Promise<void> =>
      write(async (folder) => {
        await openFile(folder, hash)
        await writeThumbnail(folder, hash, bytes)
      }),
    openThumbnail: (hash: string): Promise<ThumbnailFile | undefined> =>
      inFolder((folder) => findThumbnail(folder, hash)),
    folder: () => ({ path: mediaFolder.path(), isDefault: mediaFolder.isDefault() }),
    defaultPath: mediaFolder.defaultPath,
    /** Probes the folder, too; never throws. Shared: each change of the Library requests it, and a large folder takes seconds. */
    measure: shareRuns(() => operations.shared(() => measureFolder(mediaFolder, closing.signal))),
    /**
     * Copies everything into another folder, verifies it, switches to it, and removes the old files; the last progress has `done`.
     * Until the switch, an abort or an error changes nothing. Throws if the target has other files of the same names.
     */
    moveTo: mover.moveTo,
    /** Files in the rescue folder. */
    listRescued: (): readonly MediaFile[] => rescue.list(),
    /** Moves them into the media folder. Rejects if it still can't store them. */
    restoreRescued: () => rescue.restore(store),
    /** Cancels streams in progress and rejects later calls; resolves once nothing is in progress. */
    async close(): Promise<void> {
      closing.abort()
      await Promise.all([streams.idle(), mover.close(), rescue.idle()])
      await Promise.all([writeLock.idle(), operations.idle()])
    },
  }
}

/** Retries if the folder has moved between finding the file and reading it. */
async function readComplete(mediaFolder: FolderInUse, folder: string, hash: string): Promise<Uint8Array> {
  const { path } = await openFile(folder, hash)
  return await readFile(path).catch(async (error: unknown) => {
    if (mediaFolder.path() === folder) throw error
    return await readFile((await openFile(mediaFolder.path(), hash)).path)
  })
}

function throwNotSaved(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  const message = `Nothing was sent because the result couldn’t be saved. ${error.message}`
  throw new ApiError(error.code, message, { reason: 'not-saved', cause: error })
}

function closed(): ApiError {
  return new ApiError('FAILED_PRECONDITION', 'The workspace is closed.')
}

async function measureFolder(mediaFolder: FolderInUse, closing: AbortSignal): Promise<MediaFolder> {
  const path = mediaFolder.path()
  const { defaultPath } = mediaFolder
  const isDefault = mediaFolder.isDefault()
  if (closing.aborted) return { path, defaultPath, isDefault, files: 0, bytes: 0, problem: closed().message }
  const counted = await mediaFolder
    .ready()
    .then(listFiles)
    .catch(() => [])
  const bytes = counted.reduce((sum, file) => sum + file.bytes, 0)
  return {
    path,
    defaultPath,
    isDefault,
    files: counted.length,
    bytes,
    problem: await probeFolder(path),
  }
}

interface RescueOptions {
  readonly folder: string
  readonly now: () => number
  /** Called after a file was saved. */
  readonly onRescued: () => void
}

type RescueFolder = Awaited<ReturnType<typeof openRescueFolder>>

async function openRescueFolder({ folder, now, onRescued }: RescueOptions) {
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
