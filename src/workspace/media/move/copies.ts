// Copies of a move in progress: updated as often as needed, and removed if the move is canceled or fails.

import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, rm, rmdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { FileProgress } from '#shared/schemas/library'
import { moveTempFile, tempFilePath } from '../../atomic-write'
import { checkFolder } from '../folder-problem'
import { hashFile, listHashFolders, readHandleChunks } from '../media-file'
import { pathOf } from './finish-move'

interface CopyPorts {
  readonly source: string
  readonly target: string
  /** Names of files that the target already has, with the same bytes. */
  readonly same: ReadonlySet<string>
  readonly totals: Pick<FileProgress, 'totalFiles' | 'totalBytes'>
  readonly signal: AbortSignal
  readonly report: (progress: FileProgress) => void
}

interface Copies {
  /** Makes the target match the source; copies only files that are new or changed since the last call. */
  synchronize(): Promise<void>
  progress(): FileProgress
  /** True if this file of the source has not changed since its verified copy. */
  isVerified(name: string): Promise<boolean>
  /** Removes the copies; files that were there before stay. */
  undo(): Promise<void>
}

export function createCopies({ source, target, same, totals, signal, report }: CopyPorts): Copies {
  const copiedStamps = new Map<string, string>()
  const created = new Set<string>()
  let files = 0
  let bytes = 0

  const progress = (): FileProgress => ({
    files,
    totalFiles: Math.max(files, totals.totalFiles),
    bytes,
    totalBytes: Math.max(bytes, totals.totalBytes),
  })

  function count(length: number): void {
    bytes += length
    report(progress())
  }

  async function copyFile(name: string, { stamp, size }: Stamp): Promise<void> {
    const known = copiedStamps.get(name)
    if (known === stamp) return
    if (known === undefined && same.has(name)) count(size)
    else {
      const from = pathOf(source, name)
      await copyVerified({ from, to: pathOf(target, name), folder: target, signal, onBytes: count })
      created.add(name)
    }
    if (known === undefined) files += 1
    copiedStamps.set(name, stamp)
    report(progress())
  }

  /** Ignores a file deleted meanwhile; `synchronize` detects at its end if the whole folder disappeared. */
  async function copyIfPresent(name: string, stamp: Stamp): Promise<void> {
    await copyFile(name, stamp).catch(async (error: unknown) => {
      signal.throwIfAborted()
      if (await readStamp(pathOf(source, name))) throw error
    })
  }

  return {
    progress,
    async isVerified(name) {
      const stamp = await readStamp(pathOf(source, name))
      return stamp !== undefined && stamp.stamp === copiedStamps.get(name)
    },
    async synchronize() {
      await checkFolder(source)
      const present = new Set<string>()
      for (const names of await listHashFolders(source)) {
        const stamps = await Promise.all(names.map((name) => readStamp(pathOf(source, name))))
        for (const [at, name] of names.entries()) {
          const stamp = stamps[at]
          if (!stamp) continue
          present.add(name)
          await copyIfPresent(name, stamp)
        }
      }
      await checkFolder(source)
      const deleted = [...created].filter((name) => !present.has(name))
      await removeAll(target, deleted)
    },
    async undo() {
      await removeAll(target, [...created])
    },
  }
}

async function removeAll(folder: string, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => rm(pathOf(folder, name), { force: true })))
  const hashFolders = new Set(names.map((name) => join(folder, name.slice(0, 2))))
  for (const hashFolder of hashFolders) {
    const remaining = await readdir(hashFolder).catch(() => undefined)
    if (remaining?.length === 0) await rmdir(hashFolder)
  }
}

interface Stamp {
  readonly stamp: string
  readonly size: number
}

/** Files are replaced and never modified, so a new inode means a new file. Undefined if the file is missing. */
async function readStamp(path: string): Promise<Stamp | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found && { stamp: `${found.ino} ${found.size} ${found.mtimeMs}`, size: found.size }
}

interface CopyOptions {
  readonly from: string
  readonly to: string
  /** Folder for the incomplete copy. */
  readonly folder: string
  readonly signal: AbortSignal
  readonly onBytes: (count: number) => void
}

/** Throws the signal's reason on abort; never leaves an incomplete copy. */
async function copyVerified({ from, to, folder, signal, onBytes }: CopyOptions): Promise<void> {
  const temporary = tempFilePath(folder)
  const source = await open(from, 'r')
  try {
    const written = await copyBytes(source, temporary, { signal, onBytes })
    if ((await hashFile(temporary, signal)) !== written) throw differs(from, folder)
    const { atime, mtime } = await source.stat()
    await utimes(temporary, atime, mtime)
    await moveTempFile(temporary, to)
  } finally {
    await source.close()
    await rm(temporary, { force: true }).catch(() => undefined)
  }
}

async function copyBytes(
  source: FileHandle,
  path: string,
  { signal, onBytes }: Pick<CopyOptions, 'signal' | 'onBytes'>,
): Promise<string> {
  const target = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    for await (const chunk of readHandleChunks(source, signal)) {
      hash.update(chunk)
      await target.writeFile(chunk)
      onBytes(chunk.length)
    }
    await target.sync()
    return hash.digest('hex')
  } finally {
    await target.close()
  }
}

function differs(from: string, folder: string): ApiError {
  return new ApiError(
    'INTERNAL',
    `The copy of ${from} in ${folder} doesn’t match the original. The disk may be damaged.`,
  )
}
