// Opens the workspace's database and upgrades its schema, or explains why it cannot and leaves the file unchanged.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '#shared/schemas/api-error'
import {
  type Connection,
  connect,
  isDatabaseBusy,
  isDatabaseDamaged,
  isOfDevelopmentBuild,
  migrate,
  readVersion,
} from './connection'
import { migrations as allMigrations } from './schema'
import { listSnapshots, saveSnapshot } from './snapshots'

/** The path of the database of a workspace in this folder. */
export function databaseIn(folder: string): string {
  return join(folder, 'workspace.db')
}

/** A step of upgrading the database of an earlier version. */
export type UpgradeStep =
  /** Saving a copy; the file at `path` grows to about `bytes`. */
  | { readonly type: 'snapshot'; readonly path: string; readonly bytes: number }
  | { readonly type: 'migration'; readonly number: number; readonly total: number }

export interface DatabaseOptions {
  readonly file: string
  readonly migrations?: readonly string[]
  readonly now?: () => number
  readonly onUpgrade?: (step: UpgradeStep) => void
  /** How long another program's lock may block this thread, in milliseconds. */
  readonly busyTimeout?: number
  /** Stored in the file, so that an earlier version can say which one it needs. */
  readonly appVersion?: string | undefined
  /** Called whenever a statement finds that the file is damaged. */
  readonly onDamaged?: (() => void) | undefined
}

/** Upgrades the file of an earlier version first, which may take long: see `openWhenWritable`. */
export function openDatabase({ file, busyTimeout, onDamaged, ...options }: DatabaseOptions): Connection {
  const connection = connect(file, { onDamaged, ...(busyTimeout !== undefined && { busyTimeout }) })
  try {
    upgrade(connection, { file, ...options })
    if (options.appVersion !== undefined) saveAppVersion(connection, options.appVersion)
    connection.exec('PRAGMA foreign_keys = ON')
    return connection
  } catch (error) {
    connection.close()
    throw withAdvice(file, error)
  }
}

export interface OpenOptions
  extends Pick<DatabaseOptions, 'file' | 'migrations' | 'now' | 'appVersion' | 'onDamaged'> {
  /** Opens and closes the file of an earlier version on another thread. By default, this thread upgrades it. */
  readonly upgrade?: ((file: string) => Promise<void>) | undefined
  /** Called with the file when another program has locked it, and with null when the lock is released. */
  readonly onLocked?: ((file: string | null) => void) | undefined
}

/** Milliseconds between two attempts to open a file that another program has locked. */
const retryDelay = 250

/** Waits, without blocking the thread, while another program has the file locked. */
export async function openWhenWritable(options: OpenOptions): Promise<Connection> {
  const { file, upgrade, onLocked, ...others } = options
  const forwardLockChanges = ({ lock }: Connection) =>
    lock.subscribe(() => onLocked?.(lock.isLocked() ? file : null))
  for (;;) {
    try {
      if (upgrade && needsUpgrade(options)) {
        const connection = connect(file)
        forwardLockChanges(connection)
        await connection.lock.whenFree().finally(connection.close)
        await upgrade(file)
      }
      const connection = openDatabase({ file, ...others })
      forwardLockChanges(connection)
      return connection
    } catch (error) {
      if (!isDatabaseBusy(error)) throw error
      onLocked?.(file)
      await pause(retryDelay)
    }
  }
}

/** Whether opening the file would copy and migrate it. */
function needsUpgrade({ file, migrations = allMigrations }: OpenOptions): boolean {
  if (!existsSync(file)) return false
  const connection = connect(file)
  try {
    const version = readVersion(connection)
    return version > 0 && version < migrations.length
  } catch (error) {
    throw withAdvice(file, error)
  } finally {
    connection.close()
  }
}

/** Opens a second, read-only connection. Another connection must stay open meanwhile. */
export function connectReadOnly(folder: string): Connection {
  const connection = connect(databaseIn(folder))
  connection.exec('PRAGMA query_only = ON')
  return connection
}

/** Moves the write-ahead log into the file, so that the file alone can be copied. */
export function closeDatabase(connection: Connection): void {
  connection.get('PRAGMA wal_checkpoint(TRUNCATE)')
  connection.close()
}

function upgrade(connection: Connection, options: DatabaseOptions): void {
  const { file, migrations = allMigrations, now = Date.now, onUpgrade } = options
  const version = readVersion(connection)
  if (isOfDevelopmentBuild(connection))
    throw unsupportedError(
      `The database ${file} was saved by a development build of Gen Playground, in a format that isn’t supported. ` +
        'The file wasn’t changed. Move it away to start fresh, or choose another data folder.',
    )
  if (version > migrations.length) throw newerVersionError(connection, options, migrations.length)
  connection.get('PRAGMA journal_mode = WAL')
  connection.exec('PRAGMA synchronous = NORMAL')
  if (version === migrations.length) return
  if (version > 0) {
    const onStart = (copy: { path: string; bytes: number }) => onUpgrade?.({ type: 'snapshot', ...copy })
    saveSnapshot(connection, { file, version, now: now(), onStart, purpose: 'update your data' })
  }
  const total = migrations.length - version
  migrate(connection, migrations, (number) => onUpgrade?.({ type: 'migration', number, total }))
  vacuumIfMostlyFree(connection)
}

/** Rewrites the file if at least half of its pages are free. */
function vacuumIfMostlyFree(connection: Connection): void {
  const pages = connection.get<{ free: number; total: number }>(
    'SELECT freelist_count AS free, page_count AS total FROM pragma_freelist_count, pragma_page_count',
  )
  if (!pages || pages.free < pages.total / 2) return
  try {
    connection.exec('VACUUM')
  } catch (error) {
    // If the disk is full, the free pages stay, and are reused later.
    if (isDatabaseDamaged(error)) throw error
  }
}

function saveAppVersion(connection: Connection, version: string): void {
  if (readAppVersion(connection) === version) return
  connection.run("INSERT OR REPLACE INTO metadata VALUES ('app_version', ?)", [version])
}

/** The version of the application that opened the file last; null if that was before it was stored. */
export function readAppVersion(connection: Connection): string | null {
  try {
    const row = connection.get<{ value: string }>("SELECT value FROM metadata WHERE key = 'app_version'")
    return row?.value ?? null
  } catch {
    // The file is older than the table, or so new that the table has changed.
    return null
  }
}

function newerVersionError(connection: Connection, options: DatabaseOptions, known: number): ApiError {
  const { file, appVersion } = options
  const savedBy = readAppVersion(connection)
  return unsupportedError(
    `The database ${file} was saved by ${savedBy ? `Gen Playground ${savedBy}` : 'a newer version of Gen Playground'} ` +
      `(format ${readVersion(connection)}). This version${appVersion ? `, ${appVersion},` : ''} supports up to format ${known}. ` +
      `The file wasn’t changed. Install ${savedBy ? `version ${savedBy} or later` : 'the newer version'}, or choose another data folder.`,
  )
}

const unsupportedCode = 'ERR_DATABASE_UNSUPPORTED'

function unsupportedError(message: string): ApiError {
  const cause = Object.assign(new Error('The format of the database is not supported'), {
    code: unsupportedCode,
  })
  return new ApiError('FAILED_PRECONDITION', message, { cause })
}

/** Whether the database has a format of a newer version or of a development build. */
export function isDatabaseUnsupported(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.cause instanceof Error &&
    'code' in error.cause &&
    error.cause.code === unsupportedCode
  )
}

function withAdvice(file: string, error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'INTERNAL') return error
  const [newest] = listSnapshots(file)
  const advice = newest
    ? `It wasn’t changed. To restore the latest snapshot, copy ${newest} over the file. To start fresh, move the file away.`
    : 'It wasn’t changed. To start fresh, move the file away.'
  return new ApiError('INTERNAL', `${error.message} ${advice}`, { cause: error.cause })
}
