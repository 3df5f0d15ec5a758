// The temporary data folder of safe mode, in which nothing is kept after quitting.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'gen-playground-safe-mode-'

/** Also removes those of processes that ended without doing so. */
export function createSafeFolder(parent = tmpdir()): string {
  for (const name of readdirSync(parent)) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (owner !== undefined && !isRunning(Number(owner))) removeSafeFolder(join(parent, name))
  }
  return mkdtempSync(join(parent, `${prefix}${process.pid}-`))
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
