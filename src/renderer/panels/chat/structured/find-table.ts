// Whether an answer can be read as a table, and the table's columns.

type TableRow = Readonly<Record<string, unknown>>

export interface Table {
  /** The property that holds the rows; null where they are the whole answer. */
  readonly name: string | null
  readonly rows: readonly TableRow[]
  readonly columns: readonly Column[]
}

interface Column {
  readonly name: string
  /** In letters, as wide as most of what stands in it. */
  readonly width: number
  /** As far as was looked, there is nothing else in it. */
  readonly numeric: boolean
}

const widths = { least: 6, most: 36 }
/** So many rows say what the columns are like. */
const rowsMeasured = 200

/** An array of objects, or an object with one such array; null for anything else. */
export function findTable(value: unknown): Table | null {
  if (isRows(value)) return toTable(null, value)
  if (!isObject(value)) return null
  const arrays = Object.entries(value).flatMap(([name, rows]) => (isRows(rows) ? [{ name, rows }] : []))
  const [only] = arrays
  return only && arrays.length === 1 ? toTable(only.name, only.rows) : null
}

/** As it stands in a cell: texts as they are, nothing for what is missing, anything deeper as JSON. */
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
  const values = rows.slice(0, rowsMeasured).map((row) => row[name])
  const longest = values.reduce<number>((most, value) => Math.max(most, toCell(value).length), name.length)
  const there = values.filter((value) => value !== undefined && value !== null)
  return {
    name,
    width: Math.min(Math.max(longest, widths.least), widths.most),
    numeric: there.length > 0 && there.every((value) => typeof value === 'number'),
  }
}

function isRows(value: unknown): value is TableRow[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}

function isObject(value: unknown): value is TableRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
