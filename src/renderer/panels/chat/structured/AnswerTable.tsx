// An answer's array of objects as a table, and as CSV; only the rows in view are rendered.
import { useVirtualizer } from '@tanstack/react-virtual'
import { unparse } from 'papaparse'
import { useRef } from 'react'
import { readLargeInteger, writeExactJson } from '#shared/wire/exact-json'
import { isObject } from '#shared/wire/json-objects'
import { joinClasses } from '../../../components/join-classes'
import { toRowHeight } from '../../../components/row-height'
import { formatJsonPath } from '../../../json-editor/json-locations'

const rowHeight = 28

interface AnswerTableProps {
  readonly table: Table
  /** Violations of the schema, by path. */
  readonly marks: ReadonlyMap<string, string>
}

export function AnswerTable({ table, marks }: AnswerTableProps) {
  const { rows, columns } = table
  const scroller = useRef<HTMLElement>(null)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => toRowHeight(rowHeight),
    overscan: 8,
  })
  const path = table.name === null ? '$' : formatJsonPath([table.name])
  const shown = list.getVirtualItems()
  const above = shown[0]?.start ?? 0
  const below = list.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    <section
      ref={scroller}
      aria-label="Response as table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      className="selectable max-h-[min(420px,50vh)] overflow-auto focus-visible:outline-offset-[-2px]"
    >
      <table aria-rowcount={rows.length + 1} className="w-max min-w-full table-fixed border-collapse text-sm">
        <colgroup>
          {columns.map(({ name, width }) => (
            // A character of this font is narrower than the zero that `ch` measures, which leaves space for the
            // padding.
            <col key={name} style={{ width: `calc(${width}ch + 20px)` }} />
          ))}
        </colgroup>
        <thead className="sticky top-0 z-10 bg-sunken">
          <tr aria-rowindex={1} className="h-7">
            {columns.map(({ name, numeric }) => (
              <th
                key={name}
                scope="col"
                className={joinClasses(
                  'truncate px-2.5 font-medium text-soft',
                  numeric ? 'text-right' : 'text-left',
                )}
                title={name}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr style={{ height: above }} />}
          {shown.map(({ key, index }) => (
            <tr key={key} aria-rowindex={index + 2} className="h-7 border-line border-t hover:bg-hover">
              {columns.map(({ name, numeric }) => (
                <Cell
                  key={name}
                  value={rows[index]?.[name]}
                  numeric={numeric}
                  mark={marks.get(`${path}[${index}]${formatJsonPath([name]).slice(1)}`)}
                />
              ))}
            </tr>
          ))}
          {below > 0 && <tr style={{ height: below }} />}
        </tbody>
      </table>
    </section>
  )
}

interface CellProps {
  readonly value: unknown
  readonly numeric: boolean
  readonly mark: string | undefined
}

/** A missing value is empty; null is written out. */
function Cell({ value, numeric, mark }: CellProps) {
  const text = toCell(value)
  return (
    <td
      dir="auto"
      title={mark ? `${text}: ${mark}` : text}
      className={joinClasses(
        'max-w-0 truncate px-2.5',
        numeric && 'text-right tabular-nums',
        typeof value === 'object' && 'font-mono text-faint text-xs',
        mark && 'bg-danger-wash text-danger',
      )}
    >
      {text}
    </td>
  )
}

type TableRow = Readonly<Record<string, unknown>>

interface Table {
  /** The property that contains the rows; null if the answer is the array. */
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
  const [single] = arrays
  return single && arrays.length === 1 ? toTable(single.name, single.rows) : null
}

/** The text of a cell: strings unchanged, missing values empty, anything else as JSON. */
function toCell(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? (readLargeInteger(value) ?? value) : writeExactJson(value)
}

function toTable(name: string | null, rows: readonly TableRow[]): Table {
  const names = new Set<string>()
  for (const row of rows) for (const column of Object.keys(row)) names.add(column)
  return { name, rows, columns: [...names].map((column) => toColumn(column, rows)) }
}

function toColumn(name: string, rows: readonly TableRow[]): Column {
  const values = rows.slice(0, measuredRows).map((row) => row[name])
  const maxLength = values.reduce<number>(
    (length, value) => Math.max(length, toCell(value).length),
    name.length,
  )
  const known = values.filter((value) => value !== undefined && value !== null)
  return {
    name,
    width: Math.min(Math.max(maxLength, minWidth), maxWidth),
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
