// Opens the database of the request log.
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Connection, connect, isOfDevelopmentBuild, migrate, readVersion } from '../database/connection'

export function logDatabaseIn(folder: string): string {
  return join(folder, 'exchanges.db')
}

/** A row adds up the requests of a day, or of an hour. */
const usageColumns = `
    day TEXT NOT NULL,
    model TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    client TEXT NOT NULL,
    provider TEXT NOT NULL,
    requests INTEGER NOT NULL,
    errors TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    thoughts_tokens INTEGER NOT NULL,
    cached_tokens INTEGER NOT NULL,
    images INTEGER NOT NULL,
    videos INTEGER NOT NULL,
    audios INTEGER NOT NULL,
    first_byte TEXT NOT NULL,
    overhead TEXT NOT NULL,
    billed TEXT NOT NULL,
`

/**
 * `seq` is the start in milliseconds times `seqsPerMs`, plus a number, so that its order is the time's. Details are
 * separate, so that lists do not read their pages. The index serves the counts.
 */
const exchanges = `
  CREATE TABLE exchanges (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    outcome TEXT NOT NULL,
    status INTEGER NOT NULL,
    endpoint TEXT,
    route TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    model TEXT,
    client TEXT,
    upstream TEXT NOT NULL,
    provider TEXT NOT NULL,
    input_tokens INTEGER,
    output_tokens INTEGER,
    thoughts_tokens INTEGER,
    cached_tokens INTEGER,
    first_byte REAL,
    total REAL NOT NULL,
    overhead REAL,
    request_bytes INTEGER NOT NULL,
    response_bytes INTEGER NOT NULL,
    error_class TEXT,
    error TEXT,
    operation TEXT,
    has_detail INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX exchanges_by_kind ON exchanges (outcome, status, endpoint, route, model, client, provider);
  CREATE TABLE exchange_details (
    seq INTEGER PRIMARY KEY,
    detail TEXT NOT NULL,
    request_body TEXT NOT NULL,
    response_body TEXT NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE exchange_texts USING fts5 (
    text, content = '', contentless_delete = 1, tokenize = "trigram remove_diacritics 1"
  );
  CREATE TABLE not_indexed (seq INTEGER PRIMARY KEY) STRICT;
`

/** Files in a folder of the log. `bytes` count within the size limit; `seq` is a request with a detail. */
const media = `
  CREATE TABLE media_files (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    bytes INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX media_files_by_size ON media_files (bytes);
  CREATE TABLE exchange_media (
    seq INTEGER NOT NULL,
    media INTEGER NOT NULL,
    PRIMARY KEY (seq, media)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX exchange_media_by_file ON exchange_media (media);
`

/**
 * `billed`: what costs are computed from. `usage_hours` has the last two days, where `day` is `2026-11-23T14`.
 * `budget_warnings`: given ones, so that none is repeated; thresholds in billionths.
 */
const usage = `
  CREATE TABLE usage_days (
${usageColumns}    PRIMARY KEY (day, model, endpoint, client, provider)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE usage_hours (
${usageColumns}    PRIMARY KEY (day, model, endpoint, client, provider)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE budget_warnings (
    month TEXT NOT NULL,
    threshold INTEGER NOT NULL,
    PRIMARY KEY (month, threshold)
  ) STRICT, WITHOUT ROWID;
`

/** Requests that were written while there were many: as they were received, without rows of the other tables. */
const waiting = `
  CREATE TABLE waiting_batches (
    id INTEGER PRIMARY KEY,
    requests INTEGER NOT NULL,
    data BLOB NOT NULL
  ) STRICT;
`

/** A released step never changes. */
const migrations: readonly string[] = [exchanges + media + usage + waiting]

/** Throws if the file is damaged or locked. Null if this version does not support its format. */
export function openLogDatabase(file: string): Connection | null {
  // Do not block the thread for a log entry.
  const connection = connect(file, { busyTimeout: 0 })
  try {
    if (isOfDevelopmentBuild(connection) || readVersion(connection) > migrations.length) {
      connection.close()
      return null
    }
    // Must be set before the first table; later it would require a VACUUM.
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

/** Says who has written a log that `openLogDatabase` does not support. */
export function describeUnsupportedLog(file: string): string {
  const connection = connect(file, { busyTimeout: 0 })
  try {
    if (isOfDevelopmentBuild(connection))
      return 'The request log was written by a development build, in a format that isn’t supported.'
    const format = readVersion(connection)
    return `The request log was written by a newer version (format ${format}; this version supports up to ${migrations.length}).`
  } finally {
    connection.close()
  }
}

/** Renames the file, so that the log can start over, and deletes earlier renamed ones. Returns the new name. */
export function renameOldLog(file: string, now: number): string {
  const folder = dirname(file)
  const prefix = `${basename(file, '.db')}-old-`
  for (const name of readdirSync(folder)) if (name.startsWith(prefix)) rmSync(join(folder, name))
  const name = `${prefix}${new Date(now).toISOString().replace(/[:.]/g, '-')}.db`
  renameSync(file, join(folder, name))
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  return name
}
