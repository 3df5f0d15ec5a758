// Checks the target folder of a move.
import { mkdir, realpath, stat, statfs } from 'node:fs/promises'
import { dirname, isAbsolute, resolve } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { FileProgress } from '#shared/schemas/library'
import { removeTempFiles } from '../../atomic-write'
import { probeFolder } from '../folder-problem'
import { hashFile, listHashFolders } from '../media-file'
import { pathOf, readMark } from './finish-move'

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
export async function makeTarget(path: string, inUse: string): Promise<Target> {
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
export async function compareFolders(
  source: string,
  target: string,
  signal: AbortSignal,
): Promise<Comparison> {
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
