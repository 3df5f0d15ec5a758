// The header and the rows of the table of texts.

import { CircleAlert, CircleCheck, CircleDashed, CircleSlash, type LucideIcon } from 'lucide-react'
import { type ComponentProps, memo } from 'react'
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import { joinClasses } from '../../../components/join-classes'

/** Not focusable: the table has the focus, and its active descendant is the cursor. */
export function TableRow(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y: a `tr` needs a table, but rows are positioned absolutely.
  return <div role="row" {...props} />
}

interface HeadLineProps {
  readonly columns: readonly string[]
  readonly isTitled: boolean
}

export function HeadLine({ columns, isTitled }: HeadLineProps) {
  return (
    <TableRow
      aria-rowindex={1}
      className="sticky top-0 z-10 flex h-7 items-center gap-3 bg-canvas px-2 font-medium text-faint text-xs"
    >
      <Head className="w-12 shrink-0 text-right">Row</Head>
      <Head className="min-w-0 flex-1">Text</Head>
      {isTitled && <Head className="w-32 shrink-0">Title</Head>}
      {columns.map((column) => (
        <Head key={column} title={column} className={cellClassName}>
          {column}
        </Head>
      ))}
      <Head className={stateClassName}>Status</Head>
    </TableRow>
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
  readonly columns: readonly string[]
  readonly isTitled: boolean
  readonly selected: boolean
  /** Arrow keys move from here. */
  readonly isCursor: boolean
}

/** The table handles mouse and keys. */
export const RowLine = memo(function RowLine(props: RowLineProps) {
  const { row, index, columns, isTitled, selected, isCursor } = props
  const { icon: Icon, className: iconClassName } = icons[row.state]
  const state = describeState(row)
  return (
    <TableRow
      id={toRowElementId(row.id)}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-label={describeRow(row, index)}
      data-id={row.id}
      data-index={index}
      className={joinClasses(
        'flex h-8 items-center gap-3 rounded-sm px-2',
        selected ? 'bg-accent-wash' : 'hover:bg-hover',
        isCursor &&
          'group-focus-visible/table:outline-2 group-focus-visible/table:outline-accent group-focus-visible/table:-outline-offset-2',
      )}
    >
      <Cell className="w-12 shrink-0 text-right text-faint text-xs tabular-nums">{index + 1}</Cell>
      <Cell dir="auto" className="min-w-0 flex-1 truncate">
        {row.text.trim() ? row.text.slice(0, 400) : <span className="text-faint italic">No text</span>}
      </Cell>
      {isTitled && (
        <Cell dir="auto" className="w-32 shrink-0 truncate text-soft">
          {row.title}
        </Cell>
      )}
      {columns.map((column, at) => (
        <Cell
          key={column}
          title={row.cells[at]?.slice(0, 400)}
          className={joinClasses(cellClassName, 'text-soft text-sm')}
        >
          {row.cells[at]?.slice(0, 100)}
        </Cell>
      ))}
      <Cell className={stateClassName} title={state}>
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

function Cell(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y: a `td` belongs in a `tr`; the table has the focus.
  return <div role="gridcell" {...props} />
}

const cellClassName = 'w-24 shrink-0 truncate'
const stateClassName = 'flex w-36 shrink-0 items-center gap-1.5'

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
function describeRow(row: EmbeddingRow, index: number): string {
  const text = row.text.trim().slice(0, 200) || 'no text'
  return `Row ${index + 1}: ${text}. ${describeState(row)}`
}

/** The id of a row's element, for the table's active descendant. */
export function toRowElementId(id: number | string): string {
  return `embedding-row-${id}`
}
