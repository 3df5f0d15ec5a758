// Saves copies of the database, before each change of its schema and once a day, and deletes old copies.
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { isTempFile, tempFilePath } from '../atomic-write'
import { type Connection, connect, damageError } from './connection'

const maxSnapshots = 3
/** Damage that no check has found may be in the newest one. */
const maxOfOneVersion = 2
/** All snapshots together may have this many bytes, or twice the size of the newest if that is more. */
const minTotal = 256 * 1024 * 1024
/** Bytes that the migration may write beyond the size of the data. */
const spareBytes = 16 * 1024 * 1024

export interface SnapshotOptions {
  readonly file: string
  readonly version: number
  readonly now: number
  /** Called before the copy starts, with its temporary path and approximate size. */
  readonly onStart?: (copy: { path: string; bytes: number }) => void
  /** Why the disk needs space, as the error says it. */
  readonly purpose: 'update your data' | 'save a snapshot'
}

/**
 * Saves a copy under its name once all of it is on the disk. Throws if the disk has no space for both the copy and the
 * migration. Returns the path of the copy.
 */
export function saveSnapshot(connection: Connection, options: SnapshotOptions): string {
  const { file, version, now, onStart, purpose } = options
  const folder = folderOf(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder).filter(isTempFile)) rmSync(join(folder, name), { force: true })
  const bytes = measureData(connection)
  const isUpdate = purpose === 'update your data'
  assertFreeSpace(folder, options, (isUpdate ? 2 : 1) * bytes + spareBytes)
  const path = tempFilePath(folder)
  onStart?.({ path, bytes })
  const [newest] = listSnapshots(file)
  // Names are in the order of the copies, even if the clock was set back: otherwise a new copy would count as the oldest.
  const savedAt = newest === undefined ? now : Math.max(now, readTime(newest) + 1)
  const time = new Date(savedAt).toISOString().replace(/[:.]/g, '-')
  const copy = join(folder, `${basename(file, '.db')}-${time}-v${version}.db`)
  try {
    connection.exec(`VACUUM INTO '${path.replaceAll("'", "''")}'`)
    // During an update, the copy is made of a database that was just opened, and the user waits.
    if (!isUpdate) assertIntact(path)
    syncPath(path)
    renameSync(path, copy)
    syncFolder(folder)
  } finally {
    rmSync(path, { force: true })
  }
  deleteOldSnapshots(file)
  return copy
}

/** The time in a snapshot's name, in milliseconds since the epoch: copying changes the time of a file. */
export function readTime(snapshot: string): number {
  const [, date = '', time = ''] = /-(\d{4}-\d\d-\d\d)T([\d-]+)Z-v\d+\.db$/.exec(snapshot) ?? []
  const [hours, minutes, seconds, milliseconds] = time.split('-')
  return Date.parse(`${date}T${hours}:${minutes}:${seconds}.${milliseconds}Z`) || 0
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

/** Retains the newest snapshots of each version, within the limits. Always retains the newest of all. */
function deleteOldSnapshots(file: string): void {
  const counts = new Map<string, number>()
  let count = 0
  let total = 0
  let maxTotal = minTotal
  for (const path of listSnapshots(file)) {
    const version = /-v\d+\.db$/.exec(path)?.[0] ?? path
    const { size } = statSync(path)
    if (count === 0) maxTotal = Math.max(maxTotal, 2 * size)
    const ofVersion = counts.get(version) ?? 0
    const isRetained = ofVersion < maxOfOneVersion && count < maxSnapshots && total + size <= maxTotal
    if (!isRetained) {
      rmSync(path, { force: true })
      continue
    }
    counts.set(version, ofVersion + 1)
    count += 1
    total += size
  }
}

/** The size of the database in bytes, without free pages. */
function measureData(connection: Connection): number {
  const read = (name: string) =>
    Object.values(connection.get<Record<string, number>>(`PRAGMA ${name}`) ?? {})[0] ?? 0
  return (read('page_count') - read('freelist_count')) * read('page_size')
}

function assertFreeSpace(folder: string, { file, purpose }: SnapshotOptions, needed: number): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= needed) return
  const toMegabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000).toLocaleString('en-US')} MB`
  throw new ApiError(
    'RESOURCE_EXHAUSTED',
    `The disk with ${file} doesn’t have enough free space to ${purpose}. ` +
      `A copy of the database needs ${toMegabytes(needed)}; ${toMegabytes(bavail * bsize)} is free. ` +
      'Free up space and try again. Your data wasn’t changed.',
  )
}

/** Throws if a part of the database can't be read. Reads all of the file. */
export function assertIntact(file: string, connection?: Connection): void {
  const checked = connection ?? connect(file)
  try {
    const result = checked.get<{ quick_check: string }>('PRAGMA quick_check(1)')?.quick_check
    if (result !== 'ok') throw damageError(file, 'quick_check')
  } finally {
    if (!connection) checked.close()
  }
}

export function syncPath(path: string, flags: 'r' | 'r+' = 'r+'): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Makes the new name durable. Windows has no such call and needs none. */
export function syncFolder(path: string): void {
  if (process.platform !== 'win32') syncPath(path, 'r')
}

function folderOf(file: string): string {
  return join(dirname(file), 'snapshots')
}
