// Copies the user's data of an open workspace into a database of its own, without keys.
import { mkdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Connection } from '../database/connection'
import { closeDatabase, databaseIn, openDatabase } from '../database/database'
import { listValues } from '../database/rows'
import { syncPath } from '../database/snapshots'
import { type ArchiveCounts, archivedTables, attach, copyTable, countArchive } from './archive-tables'

interface CopyOptions {
  /** The data folder. */
  readonly folder: string
  /** The path of the copy; an earlier one is replaced. */
  readonly target: string
  readonly appVersion: string
  readonly signal: AbortSignal
}

export interface DatabaseCopy {
  readonly counts: ArchiveCounts
  /** SHA-256 of the files that its rows refer to, in order. */
  readonly media: readonly string[]
}

/** The copy has the state of one moment: later changes are not in it. Writers do not wait for it. */
export async function copyDatabase({
  folder,
  target,
  appVersion,
  signal,
}: CopyOptions): Promise<DatabaseCopy> {
  removeDatabase(target)
  const copy = openDatabase({ file: target, appVersion })
  try {
    copy.exec('PRAGMA foreign_keys = OFF; PRAGMA secure_delete = ON')
    attach(copy, databaseIn(folder))
    copy.exec('BEGIN')
    for (const table of archivedTables) {
      copyTable(copy, table)
      await yieldToEventLoop()
      signal.throwIfAborted()
    }
    removeCredentials(copy)
    copy.exec(`INSERT INTO item_texts (rowid, text) SELECT rowid, text FROM source.item_texts;
      UPDATE turns SET state = 'interrupted' WHERE state = 'running';
      UPDATE conversations SET folder_id = NULL WHERE folder_id NOT IN (SELECT id FROM conversation_folders);
      COMMIT; DETACH source`)
    const media = listValues<string>(
      copy,
      'SELECT DISTINCT lower(hex(media)) AS media FROM media_refs ORDER BY 1',
    )
    return { counts: countArchive(copy), media }
  } finally {
    // One file can be copied and hashed, unlike one with a log beside it.
    try {
      closeDatabase(copy)
      syncPath(target)
    } catch {
      removeDatabase(target)
    }
  }
}

/** Earlier versions accepted URLs with a user name and a password. */
function removeCredentials(copy: Connection): void {
  for (const { key, value } of copy.all<{ key: string; value: string }>(
    'SELECT key, value FROM main.settings',
  ))
    copy.run('UPDATE main.settings SET value = ? WHERE key = ?', [
      value.replace(/:\/\/[^/"@\s]*@/g, '://'),
      key,
    ])
}

export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
}

const workFolders = ['export', 'import', 'backup'] as const

/** An empty folder in the data folder for files of one operation. */
export function makeWorkFolder(folder: string, name: (typeof workFolders)[number]): string {
  const path = join(folder, name)
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return path
}

/** Removes copies of the database that a crash has left. */
export async function removeWorkFolders(folder: string): Promise<void> {
  for (const name of workFolders) await rm(join(folder, name), { recursive: true, force: true })
}
