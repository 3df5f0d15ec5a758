// The header and the rows of the table of texts.

import {
  ArrowDown,
  ArrowUp,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  type LucideIcon,
} from 'lucide-react'
import { type ComponentProps, type CSSProperties, memo, type ReactNode } from 'react'
import type { EmbeddingRow, RowQuery } from '#shared/schemas/embedding-set'
import {
  ColumnHandle,
  createColumnWidths,
  type ResizableColumn,
  toCellStyle,
} from '../../../components/ColumnHandle'
import { joinClasses } from '../../../components/join-classes'
import { queryRows, useEmbeddingSet } from '../state/embedding-set'

/** Not focusable: the table has the focus, and its active descendant is the cursor. */
export function TableRow(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y: a `tr` needs a table, but rows are positioned absolutely.
  return <div role="row" {...props} />
}

export const columnWidths = createColumnWidths('embedding-columns')

/** The columns whose width can be changed, from left to right. */
export function listResizable(columns: readonly string[], isTitled: boolean): ResizableColumn[] {
  return [
    ...(isTitled ? [{ key: 'title', name: 'Title', initial: 128 }] : []),
    ...columns.map((name) => ({ key: `cell:${name}`, name, initial: 96 })),
    { key: 'state', name: 'Status', initial: 144 },
  ]
}

export function HeadLine({ resizable }: { resizable: readonly ResizableColumn[] }) {
  return (
    <TableRow
      aria-rowindex={1}
      className="sticky top-0 z-10 flex h-7 items-center gap-3 bg-canvas px-2 font-medium text-faint text-xs"
    >
      <Head className="w-12 shrink-0 text-right">Row</Head>
      <SortHead name="Text" by="text" className="min-w-24 flex-1" />
      {resizable.map((column, at) => (
        <SortHead
          key={column.key}
          name={column.name}
          by={toSortColumn(resizable, at)}
          className={cellClassName}
          style={toCellStyle(at)}
        >
          <ColumnHandle store={columnWidths} column={column} />
        </SortHead>
      ))}
    </TableRow>
  )
}

type SortColumn = NonNullable<RowQuery['sort']>['by']

/** The columns of the set follow the title, if it is shown. */
function toSortColumn(resizable: readonly ResizableColumn[], at: number): SortColumn {
  const key = resizable[at]?.key
  if (key === 'title' || key === 'state') return key
  return resizable[0]?.key === 'title' ? at - 1 : at
}

interface SortHeadProps {
  readonly name: string
  readonly by: SortColumn
  readonly className: string
  readonly style?: CSSProperties
  readonly children?: ReactNode
}

/** Sorts ascending, then descending, then in the order of the set. */
function SortHead({ name, by, className, style, children }: SortHeadProps) {
  const descending = useEmbeddingSet(({ query: { sort } }) => (sort?.by === by ? sort.descending : null))
  const next = descending === true ? null : { by, descending: descending === false }
  const Arrow = descending ? ArrowDown : ArrowUp
  return (
    <Head
      aria-sort={descending === null ? 'none' : descending ? 'descending' : 'ascending'}
      title={name}
      style={style}
      className={joinClasses('relative', className)}
    >
      {children}
      <button
        type="button"
        onClick={() => queryRows({ sort: next })}
        className={joinClasses(
          'flex h-6 min-w-0 max-w-full items-center gap-1 rounded-sm text-left hover:text-ink focus-visible:-outline-offset-2',
          descending !== null && 'text-ink',
        )}
      >
        <span className="truncate">{name}</span>
        {descending !== null && <Arrow size={12} aria-hidden="true" className="shrink-0" />}
      </button>
    </Head>
  )
}

function Head(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y: a `th` belongs in a `tr`; the table has the focus.
  return <div role="columnheader" {...props} />
}

const icons: Readonly<Record<EmbeddingRow['state'], { icon: LucideIcon; className: string }>> = {
  waiting: { icon: CircleDashed, className: 'text-faint' },
  running: { icon: CircleDashed, className: 'animate-breathe text-accent' },
  done: { icon: CircleCheck, className: 'text-ok' },
  failed: { icon: CircleAlert, className: 'text-danger' },
  empty: { icon: CircleSlash, className: 'text-faint' },
}

interface RowLineProps {
  readonly row: EmbeddingRow
  /** From 0. */
  readonly index: number
  /** In the set, from 1. */
  readonly number: number
  readonly columns: readonly string[]
  readonly isTitled: boolean
  readonly selected: boolean
  /** Arrow keys move from here. */
  readonly isCursor: boolean
}

/** The table handles mouse and keys. */
export const RowLine = memo(function RowLine(props: RowLineProps) {
  const { row, index, number, columns, isTitled, selected, isCursor } = props
  const { icon: Icon, className: iconClassName } = icons[row.state]
  const state = describeState(row)
  return (
    <TableRow
      id={toRowElementId(row.id)}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-label={describeRow(row, number)}
      data-id={row.id}
      data-index={index}
      className={joinClasses(
        'flex h-8 items-center gap-3 rounded-sm px-2',
        selected ? 'bg-accent-wash' : 'hover:bg-hover',
        isCursor &&
          'group-focus-visible/table:outline-2 group-focus-visible/table:outline-accent group-focus-visible/table:-outline-offset-2',
      )}
    >
      <Cell className="w-12 shrink-0 text-right text-faint text-xs tabular-nums">{number}</Cell>
      <Cell className="min-w-24 flex-1 truncate" title={describeText(row)}>
        {row.text.trim() ? row.text.slice(0, 400) : <span className="text-faint italic">No text</span>}
      </Cell>
      {isTitled && (
        <Cell
          style={toCellStyle(0)}
          className={joinClasses(cellClassName, 'truncate text-soft')}
          title={row.title ?? undefined}
        >
          {row.title}
        </Cell>
      )}
      {columns.map((column, at) => (
        <Cell
          key={column}
          style={toCellStyle(at + (isTitled ? 1 : 0))}
          title={row.cells[at]?.slice(0, 400)}
          className={joinClasses(cellClassName, 'truncate text-soft text-sm')}
        >
          {row.cells[at]?.slice(0, 100)}
        </Cell>
      ))}
      <Cell
        style={toCellStyle(columns.length + (isTitled ? 1 : 0))}
        className={joinClasses(cellClassName, 'flex items-center gap-1.5')}
        title={state}
      >
        <Icon size={14} aria-hidden="true" className={joinClasses('shrink-0', iconClassName)} />
        <span
          className={joinClasses('truncate text-sm', row.state === 'failed' ? 'text-danger' : 'text-faint')}
        >
          {state}
        </span>
      </Cell>
    </TableRow>
  )
})

/** The title, then the text. */
function describeText({ title, text }: Pick<EmbeddingRow, 'title' | 'text'>): string {
  return [title?.trim(), text.slice(0, 400)].filter(Boolean).join(' · ')
}

function Cell(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y: a `td` belongs in a `tr`; the table has the focus.
  return <div role="gridcell" {...props} />
}

/** Wide columns shrink, so that the text's column is always visible. */
const cellClassName = 'min-w-12 shrink'

function nameState({ state, cached }: Pick<EmbeddingRow, 'state' | 'cached'>): string {
  switch (state) {
    case 'waiting':
      return 'Not run'
    case 'running':
      return 'Running'
    case 'done':
      return cached ? 'Cached' : 'Done'
    case 'failed':
      return 'Failed'
    case 'empty':
      return 'No text'
  }
}

/** `Failed: The text is too long.` */
function describeState(row: Pick<EmbeddingRow, 'state' | 'cached' | 'error'>): string {
  return row.state === 'failed' && row.error ? `Failed: ${row.error}` : nameState(row)
}

/** For screen readers. */
function describeRow(row: EmbeddingRow, number: number): string {
  const text = row.text.trim().slice(0, 200) || 'no text'
  return `Row ${number}: ${text}. ${describeState(row)}`
}

/** The id of a row's element, for the table's active descendant. */
export function toRowElementId(id: number | string): string {
  return `embedding-row-${id}`
}
