// What a move has copied so far: brought up to date as often as needed, and removed if the move ends early.

import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, rm, rmdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { FileProgress } from '#shared/schemas/library'
import { moveTempFile, tempFilePath } from '../../atomic-write'
import { checkFolder } from '../folder-problem'
import { hashFromDisk, listHashFolders, readVectorChunks } from '../media-file'
import { pathOf } from './finish-move'

interface CopyPorts {
  readonly source: string
  readonly target: string
  /** Names whose bytes are in the target already. */
  readonly same: ReadonlySet<string>
  readonly totals: Pick<FileProgress, 'totalFiles' | 'totalBytes'>
  readonly signal: AbortSignal
  readonly report: (progress: FileProgress) => void
}

interface Copies {
  /** Afterwards the target holds all that the source holds; takes only what has come or changed since the last time. */
  bringUpToDate(): Promise<void>
  progress(): FileProgress
  /** Whether this file of the source is the very one that a verified copy was made of. */
  isVerified(name: string): Promise<boolean>
  /** Removes what was copied; what was there before stays. */
  undo(): Promise<void>
}

export function createCopies({ source, target, same, totals, signal, report }: CopyPorts): Copies {
  const seen = new Map<string, string>()
  const made = new Set<string>()
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

  async function take(name: string, { stamp, size }: Stamp): Promise<void> {
    const known = seen.get(name)
    if (known === stamp) return
    if (known === undefined && same.has(name)) count(size)
    else {
      const from = pathOf(source, name)
      await copyVerified({ from, to: pathOf(target, name), folder: target, signal, onBytes: count })
      made.add(name)
    }
    if (known === undefined) files += 1
    seen.set(name, stamp)
    report(progress())
  }

  /** Files may be deleted meanwhile; a whole folder that goes is noticed at the end. */
  async function takeIfThere(name: string, stamp: Stamp): Promise<void> {
    await take(name, stamp).catch(async (error: unknown) => {
      signal.throwIfAborted()
      if (await readStamp(pathOf(source, name))) throw error
    })
  }

  return {
    progress,
    async isVerified(name) {
      const stamp = await readStamp(pathOf(source, name))
      return stamp !== undefined && stamp.stamp === seen.get(name)
    },
    async bringUpToDate() {
      await checkFolder(source)
      const there = new Set<string>()
      for (const names of await listHashFolders(source)) {
        const stamps = await Promise.all(names.map((name) => readStamp(pathOf(source, name))))
        for (const [at, name] of names.entries()) {
          const stamp = stamps[at]
          if (!stamp) continue
          there.add(name)
          await takeIfThere(name, stamp)
        }
      }
      await checkFolder(source)
      const gone = [...made].filter((name) => !there.has(name))
      await removeAll(target, gone)
    },
    async undo() {
      await removeAll(target, [...made])
    },
  }
}

async function removeAll(folder: string, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => rm(pathOf(folder, name), { force: true })))
  const shelves = new Set(names.map((name) => join(folder, name.slice(0, 2))))
  for (const shelf of shelves) {
    const left = await readdir(shelf).catch(() => undefined)
    if (left?.length === 0) await rmdir(shelf)
  }
}

interface Stamp {
  readonly stamp: string
  readonly size: number
}

/** Files are replaced and never written to, so another one is told by its number. Undefined if there is none. */
async function readStamp(path: string): Promise<Stamp | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found && { stamp: `${found.ino} ${found.size} ${found.mtimeMs}`, size: found.size }
}

interface Copying {
  readonly from: string
  readonly to: string
  /** Its path until it is complete. */
  readonly folder: string
  readonly signal: AbortSignal
  readonly onBytes: (count: number) => void
}

/** Throws the signal's reason where that is aborted; nothing is left of a copy that is not whole. */
async function copyVerified({ from, to, folder, signal, onBytes }: Copying): Promise<void> {
  const temporary = tempFilePath(folder)
  const source = await open(from, 'r')
  try {
    const written = await pour(source, temporary, { signal, onBytes })
    if ((await hashFromDisk(temporary, signal)) !== written) throw differs(from, folder)
    const { atime, mtime } = await source.stat()
    await utimes(temporary, atime, mtime)
    await moveTempFile(temporary, to)
  } finally {
    await source.close()
    await rm(temporary, { force: true }).catch(() => undefined)
  }
}

async function pour(
  source: FileHandle,
  path: string,
  { signal, onBytes }: Pick<Copying, 'signal' | 'onBytes'>,
): Promise<string> {
  const target = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    for await (const piece of readVectorChunks(source, signal)) {
      hash.update(piece)
      await target.writeFile(piece)
      onBytes(piece.length)
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
