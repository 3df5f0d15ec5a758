// Moves the media folder, one move at a time, and finishes one that a crash has interrupted.

import { mkdir, realpath, stat, statfs } from 'node:fs/promises'
import { dirname, isAbsolute, resolve } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { FileProgress } from '#shared/schemas/library'
import { removeTempFiles } from '../../atomic-write'
import { type ProgressContext, streamProgress } from '../../concurrency/feed'
import type { ReadWriteLock } from '../../concurrency/locks'
import { checkFolder, explainProblem, type FolderInUse, probeFolder } from '../folder-problem'
import { hashFile, listHashFolders } from '../media-file'
import { createCopies } from './copies'
import {
  finishMove,
  pathOf,
  readMark,
  removeCreated,
  removeMark,
  removeStartedMove,
  undoStartedMove,
  writeMark,
  writeStartedMove,
} from './finish-move'

interface MoverPorts {
  readonly mediaFolder: FolderInUse
  /** Held by all writes into the folder. */
  readonly writeLock: ReadWriteLock
  readonly closing: AbortSignal
}

export function createMover({ mediaFolder, writeLock, closing }: MoverPorts) {
  const unfinishedMove = finishMove(mediaFolder.path())
    .then(() => undoStartedMove(mediaFolder.path()))
    .catch(() => undefined)
  let activeMove: Promise<void> | undefined

  async function move(path: string, context: ProgressContext<FileProgress>): Promise<void> {
    await unfinishedMove
    await moveFolder(path, { mediaFolder, writeLock, ...context })
  }

  return {
    async *moveTo(path: string, signal?: AbortSignal): AsyncGenerator<FileProgress, void, undefined> {
      if (activeMove !== undefined)
        throw new ApiError('FAILED_PRECONDITION', 'The media folder is already being moved.')
      const start = (context: ProgressContext<FileProgress>) => {
        const moving = move(path, context)
        const end = () => {
          activeMove = undefined
        }
        activeMove = moving.then(end, end)
        return moving
      }
      yield* streamProgress(start, [closing, signal])
    },
    /** Resolves once no file is being moved. */
    async close(): Promise<void> {
      await Promise.all([unfinishedMove, activeMove])
    },
  }
}

interface MovePorts {
  readonly mediaFolder: FolderInUse
  readonly writeLock: ReadWriteLock
  readonly signal: AbortSignal
  readonly report: (progress: FileProgress) => void
}

/** Resolves without `done` if it was aborted before the switch. If the old folder is missing, its files stay there. */
async function moveFolder(path: string, ports: MovePorts): Promise<void> {
  const { mediaFolder, writeLock, signal, report } = ports
  const source = mediaFolder.path()
  // Comes before the first write into the target, so that a start after a crash finds what is left there.
  await writeStartedMove(source, { movingTo: path, wasEmpty: false })
  const { target, created } = await makeTarget(path, source).catch(async (error: unknown) => {
    await removeStartedMove(source)
    throw error
  })
  try {
    const exists = await checkFolder(source).then(
      () => true,
      () => false,
    )
    if (exists) await copyAndSwitch(source, target, created, ports)
    else {
      await writeLock.exclusive(async () => mediaFolder.switchTo(target))
      report({ files: 0, totalFiles: 0, bytes: 0, totalBytes: 0, done: { path: target } })
    }
  } catch (error) {
    if (created !== undefined) await removeCreated(target, created)
    if (!signal.aborted) throw explain(error, { source, target })
  }
}

async function copyAndSwitch(
  source: string,
  target: string,
  created: string | undefined,
  ports: MovePorts,
): Promise<void> {
  const { mediaFolder, writeLock, signal, report } = ports
  const wasEmpty = (await listHashFolders(target)).flat().length === 0
  await writeStartedMove(source, { movingTo: target, wasEmpty, ...(created && { created }) })
  const plan = await compareFolders(source, target, signal).catch(async (error: unknown) => {
    await removeStartedMove(source)
    throw error
  })
  const copies = createCopies({ source, target, ...plan, signal, report })
  const isMarked = (await readMark(target)) === source
  try {
    await writeMark(target, source)
    report(copies.progress())
    await copies.synchronize()
    // Copies what was stored meanwhile, so that the exclusive lock is short.
    await copies.synchronize()
    await writeLock.exclusive(async () => {
      await copies.synchronize()
      signal.throwIfAborted()
      mediaFolder.switchTo(target)
    })
  } catch (error) {
    await copies.undo()
    // The mark of an earlier move identifies the files it left there.
    if (!isMarked) await removeMark(target)
    await removeStartedMove(source)
    throw error
  }
  await removeMark(source).catch(() => undefined)
  // The next start removes what cannot be removed now.
  await finishMove(target, copies.isVerified).catch(() => undefined)
  report({ ...copies.progress(), done: { path: target } })
}

function explain(error: unknown, { source, target }: { source: string; target: string }): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error
  const { path }: NodeJS.ErrnoException = error
  const isRead = path?.startsWith(source) && !path.startsWith(target)
  if (!isRead) {
    const explained = explainProblem(target, error)
    if (explained !== error) return explained
  }
  const message = `Couldn’t move the media folder to ${target}: ${error.message}. Nothing was changed.`
  return new ApiError('INTERNAL', message, { cause: error })
}

interface Target {
  readonly target: string
  /** The topmost folder that was created for it. */
  readonly created: string | undefined
}

interface Comparison {
  /** Names of files that the target already has, with the same bytes. */
  readonly same: ReadonlySet<string>
  readonly totals: Pick<FileProgress, 'totalFiles' | 'totalBytes'>
}

/** Creates the folder if it is missing, and probes it. */
async function makeTarget(path: string, inUse: string): Promise<Target> {
  if (!isAbsolute(path)) throw invalidTarget(`The media folder must be an absolute path, not ${path}.`)
  const target = resolve(path)
  await checkLocation(target, inUse)
  const created = await mkdir(target, { recursive: true, mode: 0o700 }).catch(async (error: Error) => {
    // On a read-only disk, Node reports that the parent folder is missing.
    const problem = await probeFolder(await findExisting(target))
    throw invalidTarget(`Couldn’t create the folder ${target}. ${problem ?? error.message}`, error)
  })
  const problem = await probeFolder(target)
  if (problem !== null) throw invalidTarget(problem)
  await removeTempFiles(target)
  return { target, created }
}

/** Throws if the target has files of the same names with other bytes, or too little free space. */
async function compareFolders(source: string, target: string, signal: AbortSignal): Promise<Comparison> {
  // A crash interrupted a move between the same folders, so the files there are copies.
  const isContinued = (await readMark(target)) === source || (await readMark(source)) === target
  const sizes = await measureFiles(source)
  const same = new Set<string>()
  for (const [name, size] of sizes) {
    if (await isSame(name, { source, target, size, signal })) same.add(name)
    else if (!isContinued && (await sizeOf(pathOf(target, name))) !== undefined)
      throw targetExists(target, name)
  }
  await checkFreeSpace(
    target,
    [...sizes].filter(([name]) => !same.has(name)).map(([, size]) => size),
  )
  const totalBytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  return { same, totals: { totalFiles: sizes.size, totalBytes } }
}

/** Compares folders by inode: their paths may differ in case or contain links. */
async function checkLocation(target: string, inUse: string): Promise<void> {
  if (target === inUse) throw invalidTarget(`${target} is already the media folder.`)
  const existing = await findExisting(target)
  if (existing === target && !(await stat(existing)).isDirectory())
    throw invalidTarget(`${target} is a file, not a folder.`)
  const current = await stat(inUse, { bigint: true }).catch(() => undefined)
  for (const folder of upwards(await realpath(existing))) {
    const found = await stat(folder, { bigint: true })
    if (!current || found.dev !== current.dev || found.ino !== current.ino) continue
    if (existing === target && (await realpath(target)) === folder) {
      throw invalidTarget(`${target} is already the media folder.`)
    }
    throw invalidTarget(`${target} is inside the current media folder, ${inUse}. Choose a folder outside it.`)
  }
}

function upwards(path: string): readonly string[] {
  return path === dirname(path) ? [path] : [path, ...upwards(dirname(path))]
}

async function findExisting(path: string): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  )
  return exists || dirname(path) === path ? path : await findExisting(dirname(path))
}

async function measureFiles(folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for (const name of (await listHashFolders(folder)).flat()) {
    const size = await sizeOf(pathOf(folder, name))
    if (size !== undefined) sizes.set(name, size)
  }
  return sizes
}

async function isSame(
  name: string,
  { source, target, size, signal }: { source: string; target: string; size: number; signal: AbortSignal },
): Promise<boolean> {
  if ((await sizeOf(pathOf(target, name))) !== size) return false
  const hashes = await Promise.all([source, target].map((folder) => hashFile(pathOf(folder, name), signal)))
  return hashes[0] === hashes[1]
}

/** Counts whole blocks. If the disk does not report its free space, the copying will fail instead. */
async function checkFreeSpace(target: string, sizes: readonly number[]): Promise<void> {
  const disk = await statfs(target).catch(() => undefined)
  if (!disk) return
  const needed = sizes.reduce((sum, size) => sum + Math.ceil(size / disk.bsize) * disk.bsize, 0)
  const free = disk.bavail * disk.bsize
  if (needed <= free) return
  const message = `Not enough space: ${target} has ${toMegabytes(free)} MB free, and the media folder needs ${toMegabytes(needed)} MB.`
  throw invalidTarget(message)
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size
}

function toMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}

function targetExists(target: string, name: string): ApiError {
  return invalidTarget(
    `${pathOf(target, name)} already exists with different contents. Choose an empty folder.`,
  )
}

function invalidTarget(message: string, cause?: unknown): ApiError {
  return new ApiError('FAILED_PRECONDITION', message, { param: 'path', cause })
}
