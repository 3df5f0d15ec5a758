// A row of the request log, and the row of its column headers.
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Square } from 'lucide-react'
import { type ComponentProps, type CSSProperties, memo } from 'react'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { ColumnHandle, toCellStyle } from '../../../components/ColumnHandle'
import { formatCount, formatDuration } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { useNow } from '../../../components/use-now'
import type { ProfileName } from '../../../exchange/describe-exchange'
import { columnWidths, describeCell, type LogColumn, outcomeNames, splitPath } from './columns'
import type { LogEntry } from './log-rows'
import { type ColumnKey, changeLogView, newestFirst, toggleExpanded, useLogView } from './log-view'

export function toRowElementId(id: string): string {
  return `exchange-${id}`
}

export function stopRequest(id: string) {
  toastOutcome(desktop.exchanges.stop({ id }), 'Couldn’t stop the request')
}

/** Not focusable: the table has the focus, and its active descendant is the cursor. */
function Row(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y: a `tr` needs a table, but rows are positioned absolutely.
  return <div role="row" {...props} />
}

function Cell(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y: a `td` belongs in a `tr`; the table has the focus.
  return <div role="gridcell" {...props} />
}

const cellClassName = 'min-w-0 shrink-0 truncate'
const pathClassName = 'flex min-w-66 flex-1 overflow-hidden'

function toStyle(columns: readonly LogColumn[], at: number): CSSProperties | undefined {
  return columns[at]?.key === 'path' ? undefined : toCellStyle(at)
}

export function HeadRow({ columns }: { columns: readonly LogColumn[] }) {
  const path = columns.findIndex(({ key }) => key === 'path')
  return (
    <Row
      aria-rowindex={1}
      className="sticky top-0 z-10 flex h-7 min-w-full items-center gap-3 border-line border-b bg-canvas px-4 font-medium text-faint text-xs"
    >
      {columns.map((column, at) => (
        <HeadCell
          key={column.key}
          column={column}
          style={toStyle(columns, at)}
          // Columns grow away from the path.
          handle={at === path ? undefined : at < path ? 'right' : 'left'}
        />
      ))}
    </Row>
  )
}

interface HeadCellProps {
  readonly column: LogColumn
  readonly style: CSSProperties | undefined
  readonly handle: 'left' | 'right' | undefined
}

/** Sorts by the column, then in the other direction, then by time. */
function HeadCell({ column, style, handle }: HeadCellProps) {
  const { key, name, isNumber } = column
  const descending = useLogView(({ sort }) => (sort.key === key ? sort.descending : null))
  // The largest numbers and the latest times are of interest.
  const isFirstDescending = isNumber === true || key === 'startedAt'
  const next =
    descending === null
      ? { key, descending: isFirstDescending }
      : descending === isFirstDescending
        ? { key, descending: !descending }
        : newestFirst
  const Arrow = descending ? ArrowDown : ArrowUp
  return (
    // biome-ignore lint/a11y: a `th` belongs in a `tr`; the table has the focus.
    <div
      role="columnheader"
      aria-sort={descending === null ? 'none' : descending ? 'descending' : 'ascending'}
      style={style}
      className={joinClasses('relative', key === 'path' ? 'flex min-w-66 flex-1' : 'min-w-0 shrink-0')}
    >
      {handle === 'left' && <ColumnHandle store={columnWidths} column={column} />}
      <button
        type="button"
        title={name}
        onClick={() => changeLogView({ sort: next })}
        className={joinClasses(
          'flex h-6 min-w-0 max-w-full items-center gap-1 rounded-sm hover:text-ink focus-visible:-outline-offset-2',
          isNumber && 'ml-auto',
          descending !== null && 'text-ink',
        )}
      >
        <span className="truncate">{name}</span>
        {descending !== null && <Arrow size={12} aria-hidden="true" className="shrink-0" />}
      </button>
      {handle === 'right' && <ColumnHandle store={columnWidths} column={column} side="right" />}
    </div>
  )
}

interface RowState {
  readonly id: string
  readonly index: number
  readonly isSelected: boolean
  readonly isCursor: boolean
}

/** The attributes of a row, which change more often than its cells. The table handles mouse and keys. */
export function toRowAttributes({ id, index, isSelected, isCursor }: RowState) {
  return {
    role: 'row',
    id: toRowElementId(id),
    'data-id': id,
    'aria-rowindex': index + 2,
    'aria-selected': isSelected,
    className: joinClasses(
      'border-line border-b',
      isSelected ? 'bg-accent-wash' : 'hover:bg-hover',
      isCursor &&
        'group-focus-visible/log:outline-2 group-focus-visible/log:outline-accent group-focus-visible/log:-outline-offset-2',
    ),
  }
}

interface RowCellsProps {
  readonly entry: LogEntry
  readonly columns: readonly LogColumn[]
  readonly profiles: readonly ProfileName[]
  readonly isExpanded: boolean
}

export const RowCells = memo(function RowCells({ entry, columns, profiles, isExpanded }: RowCellsProps) {
  const { exchange } = entry
  return (
    <div role="presentation" className="flex h-full min-w-full items-center gap-3 px-4 text-sm tabular-nums">
      {columns.map((column, at) =>
        column.key === 'path' ? (
          <PathCell key="path" entry={entry} isExpanded={isExpanded} />
        ) : column.key === 'status' ? (
          <StatusCell key="status" exchange={exchange} style={toStyle(columns, at)} />
        ) : (
          <TextCell
            key={column.key}
            column={column}
            name={column.key}
            exchange={exchange}
            profiles={profiles}
            style={toStyle(columns, at)}
          />
        ),
      )}
    </div>
  )
})

interface TextCellProps {
  readonly column: LogColumn
  readonly name: Exclude<ColumnKey, 'path' | 'status'>
  readonly exchange: ExchangeSummary
  readonly profiles: readonly ProfileName[]
  readonly style: CSSProperties | undefined
}

function TextCell({ column, name, exchange, profiles, style }: TextCellProps) {
  const { text, details } = describeCell(name, exchange, profiles)
  const isElapsing = name === 'total' && exchange.outcome === 'running'
  return (
    <Cell
      style={style}
      title={details}
      className={joinClasses(
        cellClassName,
        column.isNumber && 'text-right',
        name === 'startedAt' && 'text-faint',
      )}
    >
      {isElapsing ? <Elapsed since={exchange.startedAt} /> : text}
    </Cell>
  )
}

function Elapsed({ since }: { since: number }) {
  const now = useNow(1_000)
  return <span className="text-faint">{formatDuration(Math.max(0, now - since))}</span>
}

function StatusCell({ exchange, style }: { exchange: ExchangeSummary; style: CSSProperties | undefined }) {
  const { id, status, outcome } = exchange
  const isRunning = outcome === 'running'
  return (
    <Cell
      style={style}
      className={joinClasses(
        'flex min-w-0 shrink-0 items-center gap-1.5',
        (outcome === 'failed' || outcome === 'rejected') && 'text-danger',
        outcome === 'cancelled' && 'text-warn',
      )}
    >
      {isRunning && (
        <span aria-hidden="true" className="size-1.5 shrink-0 animate-breathe rounded-full bg-accent" />
      )}
      <span className="truncate">{[status, outcomeNames[outcome]].filter(Boolean).join(' ')}</span>
      {isRunning && (
        <IconButton
          size="small"
          label="Stop request"
          icon={Square}
          // By keyboard, S stops the request at the cursor.
          tabIndex={-1}
          className="-my-1"
          onClick={(event) => {
            event.stopPropagation()
            stopRequest(id)
          }}
        />
      )}
    </Cell>
  )
}

function PathCell({ entry, isExpanded }: { entry: LogEntry; isExpanded: boolean }) {
  const { exchange, polls, isMember } = entry
  const { method, path, error, operation } = exchange
  const [start, end] = splitPath(path)
  const Chevron = isExpanded ? ChevronDown : ChevronRight
  return (
    <Cell
      title={error ? `${method} ${path}\n${error}` : `${method} ${path}`}
      className={joinClasses(pathClassName, 'items-center font-mono', isMember && 'pl-5')}
    >
      {polls > 0 && operation !== null && (
        <button
          type="button"
          tabIndex={-1}
          aria-expanded={isExpanded}
          aria-label={isExpanded ? 'Collapse polls' : 'Expand polls'}
          className="-ml-1 flex size-5 shrink-0 items-center justify-center rounded-sm text-faint hover:text-ink"
          onClick={(event) => {
            event.stopPropagation()
            toggleExpanded(operation)
          }}
        >
          <Chevron size={14} aria-hidden="true" />
        </button>
      )}
      <span className="shrink-0 whitespace-pre">{`${method} `}</span>
      {/* The end stays legible: the start is truncated first. */}
      <span className="flex min-w-0">
        <span className="min-w-0 truncate">{start}</span>
        <span className="max-w-full shrink-0 truncate">{end}</span>
      </span>
      {polls > 0 && (
        <span className="ml-2 shrink-0 rounded-sm bg-sunken px-1.5 font-sans text-soft text-xs leading-4">
          {formatCount(polls)} polls
        </span>
      )}
      {error && <span className="sr-only"> {error}</span>}
    </Cell>
  )
}
