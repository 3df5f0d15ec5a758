// The table of usage by the chosen dimension: sorted by any column, with the requests of each row in the log.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import type { UsageRow } from '#shared/schemas/request-log'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { formatCount } from '../../../components/format'
import { joinClasses } from '../../../components/join-classes'
import { formatOverhead, type ProfileName } from '../../../exchange/describe-exchange'
import { formatKnownCost } from '../../../models/prices'
import { showGatewayTab } from '../gateway-tab'
import { changeLogView, setFilters } from '../log/log-view'
import { useUsageView } from './usage-chart'
import {
  countErrors,
  describeErrors,
  describeUnknown,
  dimensionNames,
  formatPercentiles,
  nameValue,
  toLogFilters,
} from './usage-totals'

interface UsageColumn {
  readonly name: string
  /** Rows are sorted by it; unknown values come last. */
  readonly value: (row: UsageRow) => number | null
  readonly text: (row: UsageRow, currency: string) => string
  readonly details?: (row: UsageRow) => string
}

const count = (name: string, value: (row: UsageRow) => number): UsageColumn => ({
  name,
  value,
  text: (row) => formatCount(value(row)),
})

const columns: readonly UsageColumn[] = [
  count('Requests', ({ requests }) => requests),
  { ...count('Errors', countErrors), details: describeErrors },
  {
    name: 'Cost',
    value: ({ cost }) => cost.nanos,
    text: ({ cost }, currency) => formatKnownCost(cost, currency),
    details: ({ cost }) => describeUnknown(cost).join('\n'),
  },
  count('Tokens in', ({ inputTokens }) => inputTokens),
  count('Cached', ({ cachedTokens }) => cachedTokens),
  count('Tokens out', ({ outputTokens }) => outputTokens),
  count('Thoughts', ({ thoughtsTokens }) => thoughtsTokens),
  count('Images', ({ images }) => images),
  count('Videos', ({ videos }) => videos),
  count('Audio files', ({ audios }) => audios),
  {
    name: 'First byte, p50 · p95',
    value: ({ firstByte }) => firstByte.p50,
    text: ({ firstByte }) => formatPercentiles(firstByte),
  },
  {
    name: 'Overhead, p50 · p95',
    value: ({ overhead }) => overhead.p50,
    text: ({ overhead }) => formatPercentiles(overhead, formatOverhead),
  },
]

/** Without a column, rows are sorted by name. */
interface Sort {
  readonly column: UsageColumn | null
  readonly descending: boolean
}

interface UsageTableProps {
  readonly rows: readonly UsageRow[]
  readonly profiles: readonly ProfileName[]
  readonly currency: string
}

export function UsageTable({ rows, profiles, currency }: UsageTableProps) {
  const { dimension, range } = useUsageView()
  const [sort, setSort] = useState<Sort>({
    column: dimension === 'day' ? null : (columns[0] ?? null),
    descending: true,
  })
  const toName = (row: UsageRow) => nameValue(row[dimension], dimension, profiles)
  const toSortName = (row: UsageRow) => (dimension === 'day' ? (row.day ?? '') : toName(row).toLowerCase())
  const sorted = sortRows(rows, sort, toSortName)
  const sortBy = (column: UsageColumn | null) =>
    setSort(({ column: before, descending }) => ({
      column,
      // Numbers start with the largest, and names with A.
      descending: before === column ? !descending : column !== null || dimension === 'day',
    }))
  const showRequests = async (row: UsageRow) => {
    const clients = dimension === 'client' ? (await desktop.exchanges.counts({})).clients : []
    const filters = toLogFilters(row, dimension, { range, clients })
    if (!filters) return
    setFilters(filters)
    changeLogView({ opened: null })
    showGatewayTab('log')
  }
  return (
    <section
      aria-label={`Usage by ${dimensionNames[dimension].toLowerCase()}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
      tabIndex={0}
      className="shrink-0 overflow-x-auto focus-visible:outline-offset-[-2px]"
    >
      <table className="w-full whitespace-nowrap text-sm tabular-nums">
        <thead>
          <tr className="text-faint">
            {[null, ...columns].map((column) => (
              <ColumnHead
                key={column?.name ?? ''}
                name={column?.name ?? dimensionNames[dimension]}
                isName={column === null}
                order={sort.column === column ? (sort.descending ? 'descending' : 'ascending') : 'none'}
                onSort={() => sortBy(column)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <Row
              key={row[dimension] ?? ''}
              row={row}
              name={toName(row)}
              currency={currency}
              onShow={
                toLogFilters(row, dimension, { range, clients: [] })
                  ? () => toastOutcome(showRequests(row), 'Couldn’t read the log')
                  : undefined
              }
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function sortRows(
  rows: readonly UsageRow[],
  { column, descending }: Sort,
  toName: (row: UsageRow) => string,
) {
  const sign = descending ? -1 : 1
  const byName = (one: UsageRow, other: UsageRow) => toName(one).localeCompare(toName(other))
  if (!column) return [...rows].sort((one, other) => sign * byName(one, other))
  return [...rows].sort((one, other) => {
    const [a, b] = [column.value(one), column.value(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null) || byName(one, other)
    return sign * (a - b) || byName(one, other)
  })
}

interface ColumnHeadProps {
  readonly name: string
  readonly isName: boolean
  readonly order: 'ascending' | 'descending' | 'none'
  readonly onSort: () => void
}

function ColumnHead({ name, isName, order, onSort }: ColumnHeadProps) {
  const Arrow = order === 'descending' ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={order}
      className={joinClasses('h-8 border-line border-b pr-5 last:pr-0', isName ? 'text-left' : 'text-right')}
    >
      <button
        type="button"
        onClick={onSort}
        className={joinClasses(
          'inline-flex items-center gap-1 rounded-sm font-medium hover:text-ink',
          order !== 'none' && 'text-ink',
        )}
      >
        {name}
        {order !== 'none' && <Arrow size={12} aria-hidden="true" />}
      </button>
    </th>
  )
}

interface RowProps {
  readonly row: UsageRow
  readonly name: string
  readonly currency: string
  /** Undefined if the log can't find the requests. */
  readonly onShow: (() => void) | undefined
}

function Row({ row, name, currency, onShow }: RowProps) {
  return (
    // The button in the row's head does the same for the keyboard.
    <tr
      className={joinClasses('hover:bg-hover', onShow && 'cursor-pointer')}
      onClick={() => window.getSelection()?.isCollapsed !== false && onShow?.()}
    >
      <th scope="row" className="h-7 max-w-64 truncate border-line border-b pr-5 text-left font-normal">
        {onShow ? (
          <button
            type="button"
            title={`Show requests of ${name} in the log`}
            onClick={(event) => {
              event.stopPropagation()
              onShow()
            }}
            className="max-w-full truncate rounded-sm align-middle hover:underline"
          >
            {name}
          </button>
        ) : (
          name
        )}
      </th>
      {columns.map(({ name: column, text, details }) => (
        <td
          key={column}
          title={details?.(row) || undefined}
          className="selectable border-line border-b pr-5 text-right last:pr-0"
        >
          {text(row, currency)}
        </td>
      ))}
    </tr>
  )
}
