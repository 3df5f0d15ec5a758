// One row of the table: its place, its text, its title and cells, and how it stands.
import { CircleAlert, CircleCheck, CircleDashed, CircleSlash, type LucideIcon } from 'lucide-react'
import { type ComponentProps, memo } from 'react'
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import { joinClasses } from '../../../components/join-classes'
import { cellClassName, stateClassName } from './column-look'
import { describeRow, describeState, toRowElementId } from './describe-row'
import { TableRow } from './TableRow'

const icons: Readonly<Record<EmbeddingRow['state'], { icon: LucideIcon; look: string }>> = {
  waiting: { icon: CircleDashed, look: 'text-faint' },
  running: { icon: CircleDashed, look: 'animate-breathe text-accent' },
  done: { icon: CircleCheck, look: 'text-ok' },
  failed: { icon: CircleAlert, look: 'text-danger' },
  empty: { icon: CircleSlash, look: 'text-faint' },
}

interface RowLineProps {
  readonly row: EmbeddingRow
  /** From 0 on. */
  readonly index: number
  readonly columns: readonly string[]
  readonly isTitled: boolean
  readonly chosen: boolean
  /** The keyboard is here. */
  readonly isCursor: boolean
}

/** Mouse and keys are heard by the table. */
export const RowLine = memo(function RowLine(props: RowLineProps) {
  const { row, index, columns, isTitled, chosen, isCursor } = props
  const { icon: Icon, look } = icons[row.state]
  const state = describeState(row)
  return (
    <TableRow
      id={toRowElementId(row.id)}
      aria-rowindex={index + 2}
      aria-selected={chosen}
      aria-label={describeRow(row, index)}
      data-row={row.id}
      data-index={index}
      className={joinClasses(
        'flex h-8 items-center gap-3 rounded-sm px-2',
        chosen ? 'bg-accent-wash' : 'hover:bg-hover',
        isCursor &&
          'group-focus-visible/table:outline-2 group-focus-visible/table:outline-accent group-focus-visible/table:-outline-offset-2',
      )}
    >
      <Cell className="w-12 shrink-0 text-right text-faint text-xs tabular-nums">{index + 1}</Cell>
      <Cell className="min-w-0 flex-1 truncate">
        {row.text.trim() ? row.text.slice(0, 400) : <span className="text-faint italic">No text</span>}
      </Cell>
      {isTitled && <Cell className="w-32 shrink-0 truncate text-soft">{row.title}</Cell>}
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
        <Icon size={14} aria-hidden="true" className={joinClasses('shrink-0', look)} />
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
