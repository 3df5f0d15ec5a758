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
import { type FilesInFolder, type RescueOfMedia, type RescueOptions, withRescue } from './rescued-media'
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

interface MediaInFolder extends FilesInFolder {
  /** Throws what is wrong and what to do if no file could be saved now. For use before work that is billed. */
  checkWritable(): Promise<void>
  /** The same for bytes that arrive little by little; where they break off, nothing is left of them. */
  keepStream(file: IncomingFile): Promise<MediaFile>
  /** Keeps JSON in the file's sidecar, in the place of what was there. */
  writeBeside(hash: string, content: unknown): Promise<void>
  /** What the sidecar holds; undefined if there is none, or if it is no JSON. */
  readBeside(hash: string): Promise<unknown>
  /** All files, in the order of their hashes; throws if the folder is absent, which is not empty. */
  list(): Promise<readonly ListedFile[]>
  /** Refuses what is no WebP picture of 256 kB at most, and a hash that has no file. */
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
}

export interface Media extends MediaInFolder, RescueOfMedia {}

interface MediaOptions extends MediaChoice, Partial<RescueOptions> {}

export async function openMedia(defaultFolder: string, options: MediaOptions = {}): Promise<Media> {
  const use = await openFolder(defaultFolder, options)
  const { rescueFolder = `${defaultFolder}-rescue`, now = Date.now, onRescued = () => undefined } = options
  const media = createMediaInFolder(use)
  return { ...media, ...(await withRescue(media, { rescueFolder, now, onRescued })) }
}

function createMediaInFolder(use: FolderInUse): MediaInFolder {
  const gate = createReadWriteLock()
  const arrivals = createReadWriteLock()
  /** Reading, too: it makes the default folder where that is missing. */
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

  return {
    keep: (bytes, declaredType) => write((folder) => storeFile(folder, bytes, declaredType)),
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
    open: (hash) => inFolder((folder) => openFile(folder, hash)),
    read: (hash) => inFolder((folder) => readWhole(use, folder, hash)),
    writeBeside: (hash, content) => write((folder) => writeSidecar(folder, hash, content)),
    readBeside: (hash) => inFolder((folder) => readSidecar(folder, hash)),
    list: () => inFolder(listFiles),
    remove: (hash, isNeeded = () => false) =>
      gate.exclusive(() => inFolder((folder) => removeFile(folder, hash, isNeeded))),
    keepThumbnail: (hash, bytes) =>
      write(async (folder) => {
        await openFile(folder, hash)
        await writeThumbnail(folder, hash, bytes)
      }),
    openThumbnail: (hash) => inFolder((folder) => findThumbnail(folder, hash)),
    folder: () => ({ path: use.path(), isDefault: use.isDefault() }),
    measure: () => underWay.shared(() => measureFolder(use, closing.signal)),
    moveTo: mover.moveTo,
    async close() {
      closing.abort()
      await Promise.all([arrivals.idle(), mover.close()])
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
  const message = `Nothing was sent, because the result could not be saved. ${error.message}`
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
