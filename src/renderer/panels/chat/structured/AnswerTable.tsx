// An answer's array of objects as a table; only the rows in view are rendered.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { joinClasses } from '../../../components/join-classes'
import { formatJsonPath } from '../inspector/json-locations'
import { type Table, toCell } from './find-table'

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
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const path = table.name === null ? '$' : formatJsonPath([table.name])
  const shown = list.getVirtualItems()
  const above = shown[0]?.start ?? 0
  const below = list.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    <section
      ref={scroller}
      aria-label="Answer as a table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="selectable max-h-[min(420px,50vh)] overflow-auto focus-visible:outline-offset-[-2px]"
    >
      <table aria-rowcount={rows.length + 1} className="w-max min-w-full table-fixed border-collapse text-sm">
        <colgroup>
          {columns.map(({ name, width }) => (
            // A letter of this font is narrower than the zero that `ch` measures, which leaves space for the padding.
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
