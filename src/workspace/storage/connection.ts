// One connection to an SQLite file: plain values in, plain rows out, every failure told as an ApiError.
import Libsql from 'libsql'
import { ApiError } from '#shared/schemas/api-error'

/** No booleans: libsql 0.5 ends the whole process when one is bound. Bytes come back as an `ArrayBuffer`. */
export type Value = string | number | Uint8Array | null

export interface Connection {
  /** The number of rows that changed. */
  run(sql: string, values?: readonly Value[]): number
  get<Row>(sql: string, values?: readonly Value[]): Row | undefined
  all<Row>(sql: string, values?: readonly Value[]): Row[]
  /** Several statements, without values. */
  exec(sql: string): void
  /** All of the work or none of it. Survives the end of this process, not a loss of power. */
  transact<Result>(work: () => Result): Result
  /** As `transact`, and survives a loss of power. */
  transactDurably<Result>(work: () => Result): Result
  close(): void
}

/** Milliseconds to wait for another process that writes. */
const busyTimeout = 5000

export function connect(file: string): Connection {
  const database = attempt(file, () => new Libsql(file, { timeout: busyTimeout }))
  const statements = new Map<string, Libsql.Statement>()
  let open = true

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
    attempt(file, () => database.exec(sql))
  }
  const transact = <Result>(work: () => Result): Result => {
    exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      exec('COMMIT')
      return result
    } catch (error) {
      // SQLite has rolled back by itself where the disk was full.
      if (database.inTransaction) exec('ROLLBACK')
      throw error
    }
  }
  return {
    exec,
    transact,
    run: (sql, values = []) => attempt(file, () => prepare(sql).run([...values]).changes),
    // What a row holds is what the statement names; the migrations declare the columns' types.
    get: <Row>(sql: string, values: readonly Value[] = []) =>
      attempt(file, () => prepare(sql).get([...values]) as Row | undefined),
    // As above.
    all: <Row>(sql: string, values: readonly Value[] = []) =>
      attempt(file, () => prepare(sql).all([...values]) as Row[]),
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
      statements.clear()
      database.close()
    },
  }
}

function attempt<Result>(file: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw toStorageError(file, error)
  }
}

const damaged = ['SQLITE_CORRUPT', 'SQLITE_NOTADB']

function toStorageError(file: string, error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const code = error instanceof Libsql.SqliteError ? error.code : ''
  const message = error instanceof Error ? error.message : String(error)
  const context = { cause: error }
  if (damaged.some((name) => code.startsWith(name))) {
    return new ApiError('INTERNAL', `The database ${file} is damaged (${message}).`, context)
  }
  if (code.startsWith('SQLITE_FULL')) {
    return new ApiError('RESOURCE_EXHAUSTED', `The disk that holds ${file} is full.`, context)
  }
  if (code.startsWith('SQLITE_BUSY')) {
    return new ApiError('UNAVAILABLE', `The database ${file} is in use by another program.`, context)
  }
  return new ApiError('INTERNAL', `The database ${file} could not be used: ${message}.`, context)
}
