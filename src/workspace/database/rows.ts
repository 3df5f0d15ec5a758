// Reads and writes rows whose columns are named as the fields they hold, in SQL's spelling: `createdAt` is `created_at`.
import { ApiError } from '#shared/schemas/api-error'
import type { Connection, Value } from './connection'

const toColumn = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** For SELECT: the table's columns, each named as its field. */
export function selectFields(table: string, fields: readonly string[]): string {
  return fields.map((field) => `${table}.${toColumn(field)} AS ${field}`).join(', ')
}

interface Columns<Field extends string> {
  readonly table: string
  readonly fields: readonly Field[]
  /** Of an insertion: `ON CONFLICT …`. */
  readonly conflict?: string
}

/** Fields that are absent are NULL. Returns how many rows were inserted: 0 or 1. */
export function insertRow<Field extends string>(
  connection: Connection,
  { table, fields, conflict = '' }: Columns<Field>,
  row: Readonly<Partial<Record<Field, Value>>>,
): number {
  const columns = fields.map(toColumn).join(', ')
  const values = fields.map((field) => row[field] ?? null)
  const marks = fields.map(() => '?').join(', ')
  return connection.run(`INSERT INTO ${table} (${columns}) VALUES (${marks}) ${conflict}`, values)
}

export function updateRow<Field extends string>(
  connection: Connection,
  { table, fields }: Columns<Field>,
  row: Readonly<Record<Field | 'id', Value>>,
): void {
  const assigned = fields.map((field) => `${toColumn(field)} = ?`).join(', ')
  const values = [...fields, 'id' as const].map((field) => row[field])
  connection.run(`UPDATE ${table} SET ${assigned} WHERE id = ?`, values)
}

/** The first column of every row. */
export function listValues<Result extends Value>(
  connection: Connection,
  sql: string,
  values?: readonly Value[],
): Result[] {
  return connection.all<Record<string, Result>>(sql, values).flatMap((row) => Object.values(row).slice(0, 1))
}

/** The first column of the first row; undefined if there is no row. */
export function findValue<Result extends Value>(
  connection: Connection,
  sql: string,
  values?: readonly Value[],
): Result | undefined {
  return Object.values(connection.get<Record<string, Result>>(sql, values) ?? {})[0]
}

/**
 * Within a transaction. A full-text index that is damaged must cost nobody what it indexes: what it does not take is not
 * found.
 */
export function indexText(connection: Connection, work: () => void): void {
  connection.exec('SAVEPOINT indexing')
  try {
    work()
    // FTS5 writes only here or at the end of the transaction, which it would take with it.
    connection.exec('SAVEPOINT written; RELEASE written')
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'INTERNAL') throw error
    connection.exec('ROLLBACK TO indexing')
  }
  connection.exec('RELEASE indexing')
}

/** The characters that mark a match in the index's snippets (`STX`, `ETX`): no text in it holds them. */
export const matchMarks = { start: '\u0002', end: '\u0003' } as const

/** As the index holds it: it sees nothing that follows a NUL. */
export function toIndexedText(text: string): string {
  const { start, end } = matchMarks
  return text.normalize('NFC').replaceAll(start, '').replaceAll(end, '').replaceAll('\0', ' ')
}
