// Opens the workspace's database with the schema of this version, or reports why it cannot and leaves it unchanged.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '#shared/schemas/api-error'
import { logDatabaseIn, moveExchanges } from '../exchange-log/log-database'
import {
  type Connection,
  connect,
  isDatabaseBusy,
  isDatabaseDamaged,
  migrate,
  readVersion,
} from './connection'
import { migrations as allMigrations } from './migrations'
import { listSnapshots, saveSnapshot } from './snapshots'

/** Of a workspace in this folder. */
export function databaseIn(folder: string): string {
  return join(folder, 'workspace.db')
}

/** What is done before a database of an earlier version can be used. */
export type UpgradeStep =
  /** A copy is saved; `path` grows to about so many bytes. */
  | { readonly type: 'snapshot'; readonly path: string; readonly bytes: number }
  | { readonly type: 'migration'; readonly number: number; readonly total: number }

export interface DatabaseOptions {
  readonly file: string
  readonly migrations?: readonly string[]
  readonly now?: () => number
  readonly onUpgrade?: (step: UpgradeStep) => void
  /** Milliseconds for which another program's lock may block this thread. */
  readonly busyTimeout?: number
}

/** Upgrades it first if it is of an earlier version, which takes long if it is large: see `openWhenWritable`. */
export function openDatabase({ file, busyTimeout, ...options }: DatabaseOptions): Connection {
  const connection = connect(file, busyTimeout === undefined ? {} : { busyTimeout })
  try {
    upgrade(connection, { file, ...options })
    connection.exec('PRAGMA foreign_keys = ON')
    return connection
  } catch (error) {
    connection.close()
    throw withAdvice(file, error)
  }
}

export interface OpenOptions extends Pick<DatabaseOptions, 'file' | 'now'> {
  /** Opens and closes the file of an earlier version, on another thread. Absent, this thread does it. */
  readonly upgrade?: ((file: string) => Promise<void>) | undefined
  /** Called when another program's lock is in the way; null when it is released. */
  readonly onLocked?: ((file: string | null) => void) | undefined
}

/** Milliseconds between two attempts to open a file that another program has locked. */
const retryDelay = 250

/** Waits without blocking for as long as another program has the file locked. */
export async function openWhenWritable({ file, now, upgrade, onLocked }: OpenOptions): Promise<Connection> {
  const forwardLockChanges = ({ lock }: Connection) =>
    lock.subscribe(() => onLocked?.(lock.isLocked() ? file : null))
  for (;;) {
    try {
      if (upgrade && needsUpgrade(file)) {
        const connection = connect(file)
        forwardLockChanges(connection)
        await connection.lock.whenFree().finally(connection.close)
        await upgrade(file)
      }
      const connection = openDatabase({ file, ...(now && { now }) })
      forwardLockChanges(connection)
      return connection
    } catch (error) {
      if (!isDatabaseBusy(error)) throw error
      onLocked?.(file)
      await pause(retryDelay)
    }
  }
}

/** Whether to open it means to copy and change what an earlier version has written. */
function needsUpgrade(file: string): boolean {
  if (!existsSync(file)) return false
  const connection = connect(file)
  try {
    const version = readVersion(connection)
    return version > 0 && version < allMigrations.length
  } catch (error) {
    throw withAdvice(file, error)
  } finally {
    connection.close()
  }
}

/** One more connection to what another one has opened, and keeps open. */
export function connectReadOnly(folder: string): Connection {
  const connection = connect(databaseIn(folder))
  connection.exec('PRAGMA query_only = ON')
  return connection
}

/** Everything goes into the one file, so that it can be copied as it is. */
export function closeDatabase(connection: Connection): void {
  connection.get('PRAGMA wal_checkpoint(TRUNCATE)')
  connection.close()
}

function upgrade(connection: Connection, options: DatabaseOptions): void {
  const { file, migrations = allMigrations, now = Date.now, onUpgrade } = options
  const version = readVersion(connection)
  if (version > migrations.length) throw newerVersionError(file, version, migrations.length)
  connection.get('PRAGMA journal_mode = WAL')
  connection.exec('PRAGMA synchronous = NORMAL')
  if (version === migrations.length) return
  if (version > 0) {
    // Before the copy, which need not hold the log.
    moveExchanges(connection, logDatabaseIn(dirname(file)))
    const onStart = (copy: { path: string; bytes: number }) => onUpgrade?.({ type: 'snapshot', ...copy })
    saveSnapshot(connection, { file, version, now: now(), onStart })
  }
  const total = migrations.length - version
  migrate(connection, migrations, (number) => onUpgrade?.({ type: 'migration', number, total }))
  vacuumIfMostlyFree(connection)
}

/** Only if it costs less than it gives back: what is in use is written again. */
function vacuumIfMostlyFree(connection: Connection): void {
  const pages = connection.get<{ free: number; total: number }>(
    'SELECT freelist_count AS free, page_count AS total FROM pragma_freelist_count, pragma_page_count',
  )
  if (!pages || pages.free < pages.total / 2) return
  try {
    connection.exec('VACUUM')
  } catch (error) {
    // A full disk keeps the pages, which are used again in time.
    if (isDatabaseDamaged(error)) throw error
  }
}

function newerVersionError(file: string, version: number, known: number): ApiError {
  return new ApiError(
    'FAILED_PRECONDITION',
    `The database ${file} was created by a newer version of Gen Playground (format ${version}; this version supports up to ${known}). ` +
      'It wasn’t changed. Install the newer version, or choose another data folder.',
  )
}

function withAdvice(file: string, error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'INTERNAL') return error
  const [newest] = listSnapshots(file)
  const advice = newest
    ? `It wasn’t changed. To restore the latest snapshot, copy ${newest} over the file. To start fresh, move the file away.`
    : 'It wasn’t changed. To start fresh, move the file away.'
  return new ApiError('INTERNAL', `${error.message} ${advice}`, { cause: error })
}
