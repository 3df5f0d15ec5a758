// Copies of the database from before each change of its shape; the newest few are kept.
import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

const keptSnapshots = 3

/** Copies the file, which must have no write-ahead log. Returns the copy's path. */
export function keepSnapshot(file: string, version: number, now: number): string {
  const folder = folderOf(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const time = new Date(now).toISOString().replace(/[:.]/g, '-')
  const copy = join(folder, `${basename(file, '.db')}-${time}-v${version}.db`)
  copyFileSync(file, copy, constants.COPYFILE_FICLONE)
  const handle = openSync(copy, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  for (const old of listSnapshots(file).slice(keptSnapshots)) rmSync(old, { force: true })
  return copy
}

/** Newest first. */
export function listSnapshots(file: string): string[] {
  const folder = folderOf(file)
  const prefix = `${basename(file, '.db')}-`
  try {
    const names = readdirSync(folder).filter((name) => name.startsWith(prefix) && name.endsWith('.db'))
    return names
      .sort()
      .reverse()
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

function folderOf(file: string): string {
  return join(dirname(file), 'snapshots')
}
