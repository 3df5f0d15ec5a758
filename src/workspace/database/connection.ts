// A connection to an SQLite file, with plain values and rows. Reports every failure as an ApiError.
import { accessSync, constants, existsSync } from 'node:fs'
import Libsql from 'libsql'
import { ApiError } from '#shared/schemas/api-error'
import { raceAbort } from '../concurrency/timing'

/** No booleans: binding one crashes the process in libsql 0.5. Bytes are returned as an `ArrayBuffer`. */
export type Value = string | number | Uint8Array | null

export interface Connection {
  /** Returns the number of changed rows. */
  run(sql: string, values?: readonly Value[]): number
  get<Row>(sql: string, values?: readonly Value[]): Row | undefined
  all<Row>(sql: string, values?: readonly Value[]): Row[]
  /** Runs one or more statements without values. */
  exec(sql: string): void
  /** Commits all of the work or none. Survives a crash of this process, but not a loss of power. */
  transact<Result>(work: () => Result): Result
  /** Like `transact`, but survives a loss of power too. */
  transactDurably<Result>(work: () => Result): Result
  /** While another program has the lock, every write fails immediately (`isDatabaseBusy`). */
  readonly lock: WatchedLock
  /** How many rows this connection has changed. */
  countChanges(): number
  close(): void
}

/** Milliseconds for which a short write of another program may block this thread. */
const defaultBusyTimeout = 200

interface ConnectOptions {
  readonly busyTimeout?: number
  /** Called whenever a statement finds that the file is damaged. */
  readonly onDamaged?: (() => void) | undefined
}

export function connect(
  file: string,
  { busyTimeout = defaultBusyTimeout, onDamaged }: ConnectOptions = {},
): Connection {
  assertWritable(file)
  const database = toStorageErrors(file, () => new Libsql(file, { timeout: busyTimeout }))
  const statements = new Map<string, Libsql.Statement>()
  let open = true
  let changes = 0
  const lock = createWriteLock(() => !open || database.inTransaction || tryLock(database, busyTimeout))

  const attempt = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      if (isBusyCode(error)) lock.report()
      const reported = toStorageError(file, error)
      if (isDatabaseDamaged(reported)) onDamaged?.()
      throw reported
    }
  }

  const prepare = (sql: string): Libsql.Statement => {
    if (!open) throw new ApiError('FAILED_PRECONDITION', 'The workspace is closed.')
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const exec = (sql: string): void => {
    if (!open) throw new ApiError('FAILED_PRECONDITION', 'The workspace is closed.')
    attempt(() => database.exec(sql))
  }
  const beginTransaction = (): void => {
    // Work that waits for the lock comes first, so that it does not overwrite something newer.
    if (lock.isLocked()) throw toStorageError(file, busyError)
    exec('BEGIN IMMEDIATE')
  }
  const transact = <Result>(work: () => Result): Result => {
    beginTransaction()
    try {
      const result = work()
      exec('COMMIT')
      return result
    } catch (error) {
      // SQLite has already rolled back if the disk was full.
      if (database.inTransaction) exec('ROLLBACK')
      throw error
    }
  }
  const run = (sql: string, values: readonly Value[] = []): number => {
    const changed = attempt(() => prepare(sql).run([...values]).changes)
    changes += changed
    return changed
  }
  return {
    exec,
    transact,
    lock,
    countChanges: () => changes,
    // In a transaction, because a statement stopped by a lock counts as running, and blocks commits until it is run again.
    run: (sql, values) => (database.inTransaction ? run(sql, values) : transact(() => run(sql, values))),
    get<Row>(sql: string, values: readonly Value[] = []) {
      const row = attempt(() => prepare(sql).get([...values]) as { _metadata?: unknown } | undefined)
      // libsql adds the duration.
      delete row?._metadata
      // The statement determines the fields; the migrations declare the types of the columns.
      return row as Row | undefined
    },
    // As above.
    all: <Row>(sql: string, values: readonly Value[] = []) =>
      attempt(() => prepare(sql).all([...values]) as Row[]),
    transactDurably(work) {
      exec('PRAGMA synchronous = FULL')
      try {
        return transact(work)
      } finally {
        exec('PRAGMA synchronous = NORMAL')
      }
    },
    close() {
      if (!open) return
      open = false
      lock.stopWaiting()
      statements.clear()
      database.close()
    },
  }
}

/** SQLite would create its log with the file's permissions, and could not write to it even after they were corrected. */
function assertWritable(file: string): void {
  try {
    if (existsSync(file)) accessSync(file, constants.W_OK)
  } catch (error) {
    throw readOnlyError(file, error)
  }
}

/** Acquires and releases the write lock without waiting. Returns false if another program has it. */
function tryLock(database: Libsql.Database, busyTimeout: number): boolean {
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ROLLBACK')
    return true
  } catch (error) {
    return !isBusyCode(error)
  } finally {
    database.exec(`PRAGMA busy_timeout = ${busyTimeout}`)
  }
}

function toStorageErrors<Result>(file: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw toStorageError(file, error)
  }
}

const busyError = new Libsql.SqliteError('database is locked', 'SQLITE_BUSY', 5)

function isBusyCode(error: unknown): boolean {
  return error instanceof Libsql.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** Whether another program has the lock, and so nothing was written. */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof Error && (isBusyCode(error) || isDatabaseBusy(error.cause))
}

/** Whether the file is not a database, or an incomplete one. Also for an error of another thread, which has only the code. */
export function isDatabaseDamaged(error: unknown): boolean {
  if (!(error instanceof ApiError) || !(error.cause instanceof Error)) return false
  const { code } = error.cause as { code?: unknown }
  return damaged.some((name) => typeof code === 'string' && code.startsWith(name))
}

const damaged = ['SQLITE_CORRUPT', 'SQLITE_NOTADB']
const unwritable = ['SQLITE_READONLY', 'SQLITE_PERM']

function toStorageError(file: string, error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const code = error instanceof Libsql.SqliteError ? error.code : ''
  const message = error instanceof Error ? error.message : String(error)
  const context = { cause: error }
  if (damaged.some((name) => code.startsWith(name))) {
    return damageError(file, message, context.cause)
  }
  if (code.startsWith('SQLITE_FULL')) {
    return new ApiError(
      'RESOURCE_EXHAUSTED',
      `The disk with ${file} is full. Free up space and try again.`,
      context,
    )
  }
  if (code.startsWith('SQLITE_BUSY')) {
    const message = `Another program is using the database ${file}. Close that program, then try again.`
    return new ApiError('UNAVAILABLE', message, context)
  }
  if (unwritable.some((name) => code.startsWith(name))) return readOnlyError(file, error)
  if (code.startsWith('SQLITE_IOERR')) {
    const advice = 'The disk may be full or damaged. Free up space or check the disk, then try again.'
    return new ApiError(
      'UNAVAILABLE',
      `Can’t read or write the database ${file} (${message}). ${advice}`,
      context,
    )
  }
  return new ApiError('INTERNAL', `Couldn’t open the database ${file}: ${message}.`, context)
}

function readOnlyError(file: string, cause: unknown): ApiError {
  const message = `Can’t write to the database ${file}: the file or its folder is read-only. Change its permissions, then try again.`
  return new ApiError('PERMISSION_DENIED', message, { cause })
}

const checkError = new Libsql.SqliteError('the check failed', 'SQLITE_CORRUPT', 11)

export function damageError(file: string, detail: string, cause: unknown = checkError): ApiError {
  return new ApiError('INTERNAL', `The database ${file} is damaged (${detail}).`, { cause })
}

/** Marks our files, in which `user_version` is the format. */
const applicationId = 0x47504c59

/** The format of the file; 0 if it is new. */
export function readVersion(connection: Connection): number {
  return connection.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
}

/** Whether a development build has written the file: they set no application ID, and counted other formats. */
export function isOfDevelopmentBuild(connection: Connection): boolean {
  const id = connection.get<{ application_id: number }>('PRAGMA application_id')?.application_id
  return readVersion(connection) > 0 && id !== applicationId
}

/** Calls `onStep` before each step, with its number starting at 1. */
export function migrate(
  connection: Connection,
  migrations: readonly string[],
  onStep: (step: number) => void = () => {},
): void {
  const version = readVersion(connection)
  for (const [index, step] of migrations.slice(version).entries()) {
    onStep(index + 1)
    connection.transact(() => {
      connection.exec(step)
      connection.exec(
        `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version + index + 1}`,
      )
    })
  }
}

/** After this time, the error asks the user to close the other program. */
const maxWaitMs = 60_000

/**
 * Runs the work again once the write lock that stopped it is released. If anything was written since the work started,
 * its error is final, because part of it would be done twice.
 */
export async function retryWhenWritable<Result>(
  { lock, countChanges }: Pick<Connection, 'lock' | 'countChanges'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = countChanges()
  const waiting = new AbortController()
  const limit = setTimeout(() => waiting.abort(), maxWaitMs)
  try {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!isDatabaseBusy(error) || countChanges() !== before || waiting.signal.aborted) throw error
        await lock.whenFree(waiting.signal).catch(() => {
          throw error
        })
      }
    }
  } finally {
    clearTimeout(limit)
  }
}

interface WriteLock {
  /** Whether another program had the lock at the last attempt. */
  isLocked(): boolean
  /** Resolves once the file can be written, or `stopWaiting` was called. Rejects with the signal's reason. */
  whenFree(signal?: AbortSignal): Promise<void>
  /** Ends current and later waits; work that is still locked out then fails. */
  stopWaiting(): void
  /** Called whenever `isLocked` changes. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void
}

interface WatchedLock extends WriteLock {
  /** Called when SQLite has reported the file as busy, or another thread has just locked it: no write then waits for it. */
  report(): void
}

/** The delay between two attempts doubles from `minDelayMs` to `maxDelayMs`. */
const minDelayMs = 50
const maxDelayMs = 500

interface Wait {
  readonly freed: Promise<void>
  readonly release: () => void
}

/** `tryLock` must not wait, and returns false if another program has the lock. */
function createWriteLock(tryLock: () => boolean): WatchedLock {
  const listeners = new Set<() => void>()
  let wait: Wait | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  const end = (ended: Wait) => {
    clearTimeout(timer)
    wait = undefined
    ended.release()
    for (const listener of listeners) listener()
  }
  const tryAfter = (delay: number, waiting: Wait) => {
    timer = setTimeout(() => {
      if (tryLock()) end(waiting)
      else tryAfter(Math.min(delay * 2, maxDelayMs), waiting)
    }, delay)
  }
  const report = () => {
    if (wait || isStopped) return
    wait = createWait()
    tryAfter(minDelayMs, wait)
    for (const listener of listeners) listener()
  }
  return {
    report,
    isLocked: () => wait !== undefined,
    async whenFree(signal) {
      signal?.throwIfAborted()
      if (!wait && !tryLock()) report()
      while (wait && !isStopped) await (signal ? raceAbort(wait.freed, signal) : wait.freed)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stopWaiting() {
      isStopped = true
      clearTimeout(timer)
      wait?.release()
    },
  }
}

function createWait(): Wait {
  let release = () => {}
  const freed = new Promise<void>((resolve) => {
    release = resolve
  })
  return { freed, release: () => release() }
}
