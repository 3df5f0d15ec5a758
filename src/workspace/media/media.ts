// The media folder: every image, audio file and video once, as a file named by the hash of its bytes.
import { readFile } from 'node:fs/promises'
import { ApiError } from '#shared/schemas/api-error'
import type { FileProgress, MediaFolder } from '#shared/schemas/library'
import { createReadWriteLock } from '../concurrency/locks'
import {
  checkRoom,
  explainProblem,
  type FolderInUse,
  type MediaChoice,
  openFolder,
  probeFolder,
} from './folder-problem'
import { type ListedFile, listFiles, type MediaFile } from './media-file'
import { createMover } from './move/move-folder'
import { openRescueFolder, type RescueFolder } from './rescue-folder'
import {
  type IncomingFile,
  openFile,
  readSidecar,
  removeFile,
  storeFile,
  storeStream,
  writeSidecar,
} from './store-file'
import { findThumbnail, type ThumbnailFile, writeThumbnail } from './thumbnails'

export interface Media {
  /** The file is whole and on the disk when this resolves. Bytes that are there already are not written again. */
  keep(bytes: Uint8Array, declaredType?: string): Promise<MediaFile>
  /** The same for bytes that arrive little by little; if they break off, nothing is left of them. */
  keepStream(file: IncomingFile): Promise<MediaFile>
  /** As `keep`, for generated files: if the media folder can't take one, it goes to the rescue folder. */
  saveGenerated(bytes: Uint8Array, declaredType?: string): Promise<MediaFile>
  /** Throws what is wrong and what to do if no file could be saved now. For use before work that is billed. */
  checkWritable(): Promise<void>
  /** Refuses what is no hash, and says what is missing. A rescued file is found while the media folder is away, too. */
  open(hash: string): Promise<MediaFile>
  read(hash: string): Promise<Uint8Array>
  /**
   * For good, with sidecar and thumbnail; how many bytes the file had. What is not there is no error. While nothing is
   * being saved `isNeeded` is asked once more: the same bytes may have been generated again meanwhile.
   */
  remove(hash: string, isNeeded?: () => boolean): Promise<number>
  /** Saves JSON in the file's sidecar, in the place of what was there. */
  writeBeside(hash: string, content: unknown): Promise<void>
  /** What the sidecar holds; undefined if there is none, or if it is no JSON. */
  readBeside(hash: string): Promise<unknown>
  /** All files, in the order of their hashes; throws if the folder is absent, which is not empty. */
  list(): Promise<readonly ListedFile[]>
  /** Refuses what is no WebP picture of 256 KB at most, and a hash that has no file. */
  keepThumbnail(hash: string, bytes: Uint8Array): Promise<void>
  openThumbnail(hash: string): Promise<ThumbnailFile | undefined>
  folder(): { readonly path: string; readonly isDefault: boolean }
  /** Tries the folder as well; never throws. */
  measure(): Promise<MediaFolder>
  /**
   * Copies everything into another folder, verifies it, switches, and removes what was before; the last progress has `done`.
   * Aborted or failed before the switch nothing has changed. Other files of the same names are refused, with a sentence.
   */
  moveTo(path: string, signal?: AbortSignal): AsyncIterable<FileProgress>
  /** Files that wait in the rescue folder. */
  listRescued(): readonly MediaFile[]
  /** Moves them into the media folder. Rejects if it still can't take them. */
  restoreRescued(): Promise<void>
  /** Gives up what is still arriving, refuses all later calls; resolves once nothing is in progress. */
  close(): Promise<void>
}

interface MediaOptions extends MediaChoice {
  /** Nothing is created in it before it is needed. */
  readonly rescueFolder?: string
  readonly now?: () => number
  /** Called after a file went to the rescue folder. */
  readonly onRescued?: () => void
}

export async function openMedia(defaultFolder: string, options: MediaOptions = {}): Promise<Media> {
  const use = await openFolder(defaultFolder, options)
  const { rescueFolder = `${defaultFolder}-rescue`, now = Date.now, onRescued = () => undefined } = options
  return createMedia(use, await openRescueFolder({ folder: rescueFolder, now, onRescued }))
}

function createMedia(use: FolderInUse, rescue: RescueFolder): Media {
  const gate = createReadWriteLock()
  const arrivals = createReadWriteLock()
  /** Reading, too: it makes the default folder if that is missing. */
  const underWay = createReadWriteLock()
  const closing = new AbortController()
  const mover = createMover({ use, gate, closing: closing.signal })
  let probing: Promise<void> | undefined

  async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
    if (closing.signal.aborted) throw closed()
    return await underWay.shared(async () => {
      const folder = await use.ready()
      return await work(folder).catch((error: unknown) => {
        throw explainProblem(folder, error)
      })
    })
  }

  function write<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
    return gate.shared(() => inFolder(work))
  }

  /** The rescue folder has the same layout. */
  async function orRescued<Result>(hash: string, work: (folder: string) => Promise<Result>): Promise<Result> {
    try {
      return await inFolder(work)
    } catch (error) {
      if (!rescue.has(hash) || closing.signal.aborted) throw error
      return await work(rescue.folder)
    }
  }

  const keep: Media['keep'] = (bytes, declaredType) =>
    write((folder) => storeFile(folder, bytes, declaredType))

  return {
    keep,
    async saveGenerated(bytes, declaredType) {
      try {
        return await keep(bytes, declaredType)
      } catch (error) {
        if (closing.signal.aborted) throw error
        // If both fail, the folder that the user chose is the one to put right.
        const file = await rescue.save(bytes, declaredType, error).catch(() => undefined)
        if (!file) throw error
        return file
      }
    },
    checkWritable() {
      // Many requests begin at once: one probe is enough for all of them, and keeps their order.
      probing ??= inFolder(checkRoom)
        .catch(explainUnsent)
        .finally(() => {
          probing = undefined
        })
      return probing
    },
    keepStream: (file) =>
      arrivals.shared(async () => {
        if (closing.signal.aborted) throw closed()
        const folder = await use.ready()
        return await storeStream(file, { folder, signal: closing.signal, settle: write })
      }),
    open: (hash) => orRescued(hash, (folder) => openFile(folder, hash)),
    read: (hash) => orRescued(hash, (folder) => readWhole(use, folder, hash)),
    writeBeside: (hash, content) => write((folder) => writeSidecar(folder, hash, content)),
    readBeside: (hash) => inFolder((folder) => readSidecar(folder, hash)),
    list: () => inFolder(listFiles),
    async remove(hash, isNeeded = () => false) {
      if (rescue.has(hash)) return isNeeded() ? 0 : await rescue.remove(hash)
      return await gate.exclusive(() => inFolder((folder) => removeFile(folder, hash, isNeeded)))
    },
    keepThumbnail: (hash, bytes) =>
      write(async (folder) => {
        await openFile(folder, hash)
        await writeThumbnail(folder, hash, bytes)
      }),
    openThumbnail: (hash) => inFolder((folder) => findThumbnail(folder, hash)),
    folder: () => ({ path: use.path(), isDefault: use.isDefault() }),
    measure: () => underWay.shared(() => measureFolder(use, closing.signal)),
    moveTo: mover.moveTo,
    listRescued: rescue.list,
    restoreRescued: () => rescue.restore(keep),
    async close() {
      closing.abort()
      await Promise.all([arrivals.idle(), mover.close(), rescue.idle()])
      await Promise.all([gate.idle(), underWay.idle()])
    },
  }
}

/** Again if the folder has moved between finding the file and reading it. */
async function readWhole(use: FolderInUse, folder: string, hash: string): Promise<Uint8Array> {
  const { path } = await openFile(folder, hash)
  return await readFile(path).catch(async (error: unknown) => {
    if (use.path() === folder) throw error
    return await readFile((await openFile(use.path(), hash)).path)
  })
}

function explainUnsent(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  const message = `Nothing was sent because the result couldn’t be saved. ${error.message}`
  throw new ApiError(error.code, message, { cause: error })
}

function closed(): ApiError {
  return new ApiError('FAILED_PRECONDITION', 'The workspace is closed.')
}

async function measureFolder(use: FolderInUse, closing: AbortSignal): Promise<MediaFolder> {
  const path = use.path()
  if (closing.aborted)
    return { path, isDefault: use.isDefault(), files: 0, bytes: 0, problem: closed().message }
  const counted = await use
    .ready()
    .then(listFiles)
    .catch(() => [])
  const bytes = counted.reduce((sum, file) => sum + file.bytes, 0)
  return { path, isDefault: use.isDefault(), files: counted.length, bytes, problem: await probeFolder(path) }
}
