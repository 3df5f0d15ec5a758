// The data folder: checked before anything else needs it, or a temporary one in safe mode.
import { accessSync, constants, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Its message says what to do. */
export class FolderError extends Error {
  override readonly name = 'FolderError'
}

/** Creates the folder if it is missing. Returns undefined if it is writable. */
export function findFolderProblem(folder: string): FolderError | undefined {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return undefined
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    return new FolderError(`Can’t write to ${folder} (${code}). Check its permissions and free space.`)
  }
}

const safePrefix = 'gen-playground-safe-mode-'

/** In which nothing is kept after quitting. Also removes those of processes that ended without doing so. */
export function createSafeFolder(parent = tmpdir()): string {
  for (const name of readdirSync(parent)) {
    const owner = new RegExp(`^${safePrefix}(\\d+)-`).exec(name)?.[1]
    if (owner !== undefined && !isRunning(Number(owner))) removeSafeFolder(join(parent, name))
  }
  return mkdtempSync(join(parent, `${safePrefix}${process.pid}-`))
}

export function removeSafeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    // Chromium may still be writing there. The next safe mode removes it.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
