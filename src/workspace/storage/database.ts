// Opens the workspace's database in the shape that this program knows, or says why it cannot, and leaves it as it was.
import { join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { type Connection, connect } from './connection'
import { migrations as allMigrations } from './migrations'
import { keepSnapshot, listSnapshots } from './snapshots'

/** Of a workspace in this folder. */
export function databaseIn(folder: string): string {
  return join(folder, 'workspace.db')
}

export interface DatabaseOptions {
  readonly file: string
  readonly migrations?: readonly string[]
  readonly now?: () => number
}

export function openDatabase({
  file,
  migrations = allMigrations,
  now = Date.now,
}: DatabaseOptions): Connection {
  const connection = connect(file)
  try {
    const version = readVersion(connection)
    if (version > migrations.length) throw newerThanKnown(file, version, migrations.length)
    connection.get('PRAGMA journal_mode = WAL')
    connection.exec('PRAGMA synchronous = NORMAL')
    if (version > 0 && version < migrations.length) {
      connection.get('PRAGMA wal_checkpoint(TRUNCATE)')
      keepSnapshot(file, version, now())
    }
    migrate(connection, migrations, version)
    connection.exec('PRAGMA foreign_keys = ON')
    return connection
  } catch (error) {
    connection.close()
    throw withAdvice(file, error)
  }
}

/** One connection more to what another one has opened, and keeps open. */
export function connectToRead(folder: string): Connection {
  const connection = connect(databaseIn(folder))
  connection.exec('PRAGMA query_only = ON')
  return connection
}

/** Everything goes into the one file, so that it can be copied as it is. */
export function closeDatabase(connection: Connection): void {
  connection.get('PRAGMA wal_checkpoint(TRUNCATE)')
  connection.close()
}

function readVersion(connection: Connection): number {
  return connection.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
}

function migrate(connection: Connection, migrations: readonly string[], version: number): void {
  for (const [index, step] of migrations.entries()) {
    if (index < version) continue
    connection.transact(() => {
      connection.exec(step)
      connection.exec(`PRAGMA user_version = ${index + 1}`)
    })
  }
}

function newerThanKnown(file: string, version: number, known: number): ApiError {
  return new ApiError(
    'FAILED_PRECONDITION',
    `The database ${file} was written by a newer version of this program (format ${version}, known up to ${known}). ` +
      'It was left as it is: install the newer version, or choose another data folder.',
  )
}

function withAdvice(file: string, error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'INTERNAL') return error
  const [newest] = listSnapshots(file)
  const advice = newest
    ? `It was left as it is. Its newest snapshot is ${newest}: put a copy of it in the file's place, or move the file away to begin anew.`
    : 'It was left as it is. Move it away to begin anew.'
  return new ApiError('INTERNAL', `${error.message} ${advice}`, { cause: error })
}
