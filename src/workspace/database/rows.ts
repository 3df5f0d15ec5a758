// Reads and writes rows. Columns are the fields' names in snake case: `createdAt` is `created_at`.
import { ApiError } from '#shared/schemas/api-error'
import type { Connection, Value } from './connection'

const toColumn = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The columns of a SELECT, each with its field's name as alias. */
export function selectFields(table: string, fields: readonly string[]): string {
  return fields.map((field) => `${table}.${toColumn(field)} AS ${field}`).join(', ')
}

interface Columns<Field extends string> {
  readonly table: string
  readonly fields: readonly Field[]
  /** `ON CONFLICT …`, for insertions. */
  readonly conflict?: string
}

/** Missing fields are NULL. Returns the number of inserted rows, 0 or 1. */
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

/** The type of a column; with `?`, it may be NULL. */
type ColumnType = 'text' | 'text?' | 'number' | 'number?'

/**
 * Replaces values of another type than their column's, which only damage can cause: one such value would make a whole list
 * invalid for the page.
 */
export function repairRow<Row extends object>(
  row: Row,
  types: Readonly<Partial<Record<keyof Row, ColumnType>>>,
): Row {
  const repaired: Partial<Record<keyof Row, unknown>> = {}
  for (const [name, type] of Object.entries(types) as [keyof Row, ColumnType][]) {
    const value: unknown = row[name]
    const isText = type.startsWith('text')
    if (typeof value === (isText ? 'string' : 'number') || (value === null && type.endsWith('?'))) continue
    repaired[name] = type.endsWith('?') ? null : isText ? String(value ?? '') : 0
  }
  // Each replaced value has the type of its column.
  return { ...row, ...(repaired as Partial<Row>) }
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
 * Must be called within a transaction. If the full-text index is damaged, the work is skipped and its text is not found,
 * but the rows themselves are written.
 */
export function indexText(connection: Connection, work: () => void): void {
  connection.exec('SAVEPOINT indexing')
  try {
    work()
    // FTS5 flushes here. Without this, it would flush at the end of the transaction, and an error would roll it all back.
    connection.exec('SAVEPOINT written; RELEASE written')
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'INTERNAL') throw error
    connection.exec('ROLLBACK TO indexing')
  }
  connection.exec('RELEASE indexing')
}

/** The characters that enclose a match in the index's snippets (`STX`, `ETX`). No indexed text contains them. */
export const matchMarks = { start: '\u0002', end: '\u0003' } as const

/** Returns the text as it is indexed. NUL is replaced, because the index ignores everything after it. */
export function toIndexedText(text: string): string {
  const { start, end } = matchMarks
  return text.normalize('NFC').replaceAll(start, '').replaceAll(end, '').replaceAll('\0', ' ')
}
