// Reads an answer as a table, if it is one, and writes it as CSV.
import { unparse } from 'papaparse'
import { isObject } from '../inspector/schema/json-schema'

type TableRow = Readonly<Record<string, unknown>>

export interface Table {
  /** The property that holds the rows; null if they are the whole answer. */
  readonly name: string | null
  readonly rows: readonly TableRow[]
  readonly columns: readonly Column[]
}

interface Column {
  readonly name: string
  /** In characters. */
  readonly width: number
  /** All measured values are numbers. */
  readonly numeric: boolean
}

const minWidth = 6
const maxWidth = 36
/** Only the first rows are measured. */
const measuredRows = 200

/** An array of objects, or an object with one such array; null for anything else. */
export function findTable(value: unknown): Table | null {
  if (isRows(value)) return toTable(null, value)
  if (!isObject(value)) return null
  const arrays = Object.entries(value).flatMap(([name, rows]) => (isRows(rows) ? [{ name, rows }] : []))
  const [only] = arrays
  return only && arrays.length === 1 ? toTable(only.name, only.rows) : null
}

/** The text of a cell: strings as they are, missing values empty, anything else as JSON. */
export function toCell(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function toTable(name: string | null, rows: readonly TableRow[]): Table {
  const names = new Set<string>()
  for (const row of rows) for (const column of Object.keys(row)) names.add(column)
  return { name, rows, columns: [...names].map((column) => toColumn(column, rows)) }
}

function toColumn(name: string, rows: readonly TableRow[]): Column {
  const values = rows.slice(0, measuredRows).map((row) => row[name])
  const longest = values.reduce<number>(
    (length, value) => Math.max(length, toCell(value).length),
    name.length,
  )
  const known = values.filter((value) => value !== undefined && value !== null)
  return {
    name,
    width: Math.min(Math.max(longest, minWidth), maxWidth),
    numeric: known.length > 0 && known.every((value) => typeof value === 'number'),
  }
}

function isRows(value: unknown): value is TableRow[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}

export function toCsv({ columns, rows }: Pick<Table, 'columns' | 'rows'>): string {
  const fields = columns.map(({ name }) => name)
  const data = rows.map((row) => fields.map((name) => (row[name] === null ? '' : toCell(row[name]))))
  return `${unparse({ fields, data })}\r\n`
}
