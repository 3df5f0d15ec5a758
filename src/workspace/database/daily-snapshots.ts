// Saves a snapshot of an open database once a day, and restores one. Takes seconds for a large file, so it runs in its own thread.
import { copyFileSync, existsSync, linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isTempFile, tempFilePath } from '../atomic-write'
import { connect, isOfDevelopmentBuild, readVersion } from './connection'
import { readAppVersion } from './database'
import { migrations } from './schema'
import { assertIntact, listSnapshots, readTime, saveSnapshot, syncFolder, syncPath } from './snapshots'

const intervalMs = 24 * 60 * 60 * 1000

/**
 * Returns the path of the snapshot; null if the newest one is less than a day old, or nothing was written since then.
 * Throws if the database or the copy is damaged, and then retains all earlier snapshots.
 */
export function saveDailySnapshot(file: string, now: number): string | null {
  const [newest] = listSnapshots(file)
  if (newest !== undefined) {
    // After the clock was set back, names are in the future until it catches up.
    const savedAt = Math.min(readTime(newest), statSync(newest).mtimeMs)
    const isCurrent = now - savedAt < intervalMs || lastChange(file) <= savedAt
    if (savedAt <= now && isCurrent) return null
  }
  const connection = connect(file)
  try {
    assertIntact(file, connection)
    return saveSnapshot(connection, {
      file,
      version: readVersion(connection),
      now,
      purpose: 'save a snapshot',
    })
  } finally {
    connection.close()
  }
}

/** The last write in milliseconds since the epoch. New data are in the write-ahead log first. */
function lastChange(file: string): number {
  const times = [file, `${file}-wal`].flatMap((path) => {
    const { size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 }
    return size > 0 ? [mtimeMs] : []
  })
  return Math.max(0, ...times)
}

/** Whether the application ended without closing the database: it empties the write-ahead log then. */
export function wasInterrupted(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}

export interface SnapshotInfo {
  readonly path: string
  /** Milliseconds since the epoch. */
  readonly savedAt: number
  /** The version of the application that wrote it; null if that was before it was stored. */
  readonly appVersion: string | null
}

/** The newest snapshot that this version can open, without those named. */
export function findSnapshot(file: string, excluded: ReadonlySet<string> = new Set()): SnapshotInfo | null {
  for (const path of listSnapshots(file)) {
    if (excluded.has(path)) continue
    try {
      const connection = connect(path)
      try {
        const version = readVersion(connection)
        if (version < 1 || version > migrations.length || isOfDevelopmentBuild(connection)) continue
        return { path, savedAt: readTime(path), appVersion: readAppVersion(connection) }
      } finally {
        connection.close()
      }
    } catch {
      // Damaged, too: an older one may be intact.
    }
  }
  return null
}

/**
 * Replaces the database, which must not be open, by a copy of the snapshot. Returns the name under which the replaced
 * file stays in its folder. Throws if the snapshot is damaged, and then changes nothing.
 */
export function restoreSnapshot(file: string, snapshot: string, now: number): string {
  const folder = dirname(file)
  for (const name of readdirSync(folder).filter(isTempFile)) rmSync(join(folder, name), { force: true })
  const copy = tempFilePath(folder)
  try {
    copyFileSync(snapshot, copy)
    assertIntact(copy)
    syncPath(copy)
    const replaced = moveAside(file, now)
    renameSync(copy, file)
    syncFolder(folder)
    return replaced
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(copy + suffix, { force: true })
  }
}

/** At no time is there no database, in which case a start would create an empty one. */
function moveAside(file: string, now: number): string {
  const time = new Date(now).toISOString().replace(/[:.]/g, '-')
  const name = `${basename(file, '.db')}-replaced-${time}.db`
  const target = join(dirname(file), name)
  try {
    linkSync(file, target)
  } catch {
    // Some file systems have no links.
    renameSync(file, target)
  }
  // Its latest changes, which must not be applied to the snapshot.
  for (const suffix of ['-wal', '-shm'])
    if (existsSync(file + suffix)) renameSync(file + suffix, target + suffix)
  return name
}

/** Throws if a part of the database can't be read. */
export function checkDatabase(file: string): void {
  const connection = connect(file)
  try {
    assertIntact(file, connection)
  } finally {
    connection.close()
  }
}
