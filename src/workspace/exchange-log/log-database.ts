// The database of the exchange log, and the move of a log that was stored in the workspace's.
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Connection, connect, isDatabaseBusy, migrate, readVersion } from '../database/connection'

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

/**
 * Copies, then deletes in a second transaction: a crash between the two leaves both, and the next start copies nothing
 * twice. Throws only if the user's data are locked: a log that cannot be moved is not worth stopping their update for.
 */
export function moveExchanges(connection: Connection, logFile: string): void {
  const table = connection.get("SELECT 1 FROM main.sqlite_master WHERE name = 'exchanges'")
  if (!table || !connection.get('SELECT 1 FROM main.exchanges LIMIT 1')) return
  try {
    prepareLog(logFile)
    connection.exec(`ATTACH '${logFile.replaceAll("'", "''")}' AS log`)
    try {
      connection.transact(() => connection.exec(copyRows))
    } finally {
      connection.exec('DETACH log')
    }
    connection.run('DELETE FROM main.exchanges')
  } catch (error) {
    if (isDatabaseBusy(error) && connection.lock.isTaken()) throw error
    process.stderr.write(`Couldn’t move the request log: ${String(error)}\n`)
  }
}

/** Throws if it is damaged, locked, or of a newer version. */
function prepareLog(file: string): void {
  const log = openLogDatabase(file)
  if (!log) throw new Error(`${file} was written by a newer version.`)
  try {
    log.transact(() => undefined)
  } finally {
    log.close()
  }
}

const copyRows = `
  INSERT OR IGNORE INTO log.exchanges (id, started_at, bytes, summary, request_body, response_body)
  SELECT id, started_at, bytes, json_remove(exchange, '$.requestBody', '$.responseBody'),
    json_extract(exchange, '$.requestBody'), json_extract(exchange, '$.responseBody')
  FROM main.exchanges
  WHERE CASE WHEN json_valid(exchange) THEN
    json_type(exchange, '$.requestBody') = 'text' AND json_type(exchange, '$.responseBody') = 'text' END
  ORDER BY seq
`
