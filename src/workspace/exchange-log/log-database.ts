// The database of the request log: apart from the user's data, so that it is neither copied with them nor able to hurt them.
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Connection, connect } from '../database/connection'
import { migrate, readVersion } from '../database/migrate'

export function logDatabaseIn(folder: string): string {
  return join(folder, 'exchanges.db')
}

/** `summary` is the exchange as JSON without its bodies. They come last: a list does not read the pages they fill. */
const exchanges = `
  CREATE TABLE exchanges (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    started_at INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    summary TEXT NOT NULL,
    request_body TEXT NOT NULL,
    response_body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX exchanges_by_start ON exchanges (started_at DESC, seq DESC);
  CREATE INDEX exchanges_by_size ON exchanges (seq, bytes);
`

/** A step that has been released is never changed. */
const migrations: readonly string[] = [exchanges]

/** Throws if the file is damaged or locked. Null if it was written by a newer version. */
export function openLogDatabase(file: string): Connection | null {
  // A log entry is not worth blocking the thread for.
  const connection = connect(file, { busyTimeout: 0 })
  try {
    if (readVersion(connection) > migrations.length) {
      connection.close()
      return null
    }
    // Before the first table: later it would take a rewrite of the file.
    connection.exec('PRAGMA auto_vacuum = INCREMENTAL')
    connection.get('PRAGMA journal_mode = WAL')
    connection.exec('PRAGMA synchronous = NORMAL')
    migrate(connection, migrations)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Renames the file, so that the log can start over. Only the last one is kept. Returns its new name. */
export function setAside(file: string, now: number): string {
  const folder = dirname(file)
  const prefix = `${basename(file, '.db')}-old-`
  for (const name of readdirSync(folder)) if (name.startsWith(prefix)) rmSync(join(folder, name))
  const name = `${prefix}${new Date(now).toISOString().replace(/[:.]/g, '-')}.db`
  renameSync(file, join(folder, name))
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  return name
}
