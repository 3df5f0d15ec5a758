// The compared rows, the most moved first, of which only those in view exist.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useId, useState } from 'react'
import { joinClasses } from '../../../../components/join-classes'
import { measureNumbers, type RowNames } from '../row-names'
import { moveIndex } from '../vector/strip-shape'
import type { RowShift } from './summarise-moves'

interface MovedListProps {
  readonly moved: readonly RowShift[]
  readonly k: number
  readonly names: RowNames
  readonly chosen: number
  readonly onSelect: (rowId: number) => void
}

const rowHeight = 32

export function MovedList({ moved, k, names, chosen, onSelect }: MovedListProps) {
  const id = useId()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const at = Math.max(
    0,
    moved.findIndex(({ rowId }) => rowId === chosen),
  )
  const list = useVirtualizer({
    count: moved.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    initialOffset: Math.max(0, at - 2) * rowHeight,
    overscan: 6,
  })
  const press = (event: KeyboardEvent) => {
    const next = moveIndex(at, event.key, { columns: 1, length: moved.length })
    const row =
      next === null || event.key.endsWith('Left') || event.key.endsWith('Right') ? undefined : moved[next]
    if (next === null || !row) return
    event.preventDefault()
    onSelect(row.rowId)
    list.scrollToIndex(next)
  }
  const active = moved[at]
  return (
    <div
      ref={setScroller}
      role="listbox"
      tabIndex={0}
      aria-label="Most moved rows"
      aria-activedescendant={active ? `${id}-${active.rowId}` : undefined}
      onKeyDown={press}
      className="h-80 min-w-0 overflow-y-auto rounded-lg border border-line p-1 focus-visible:-outline-offset-2"
    >
      <div role="presentation" className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start, size }) => {
          const row = moved[index]
          return (
            row && (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the list's, which has the focus.
              <div
                key={row.rowId}
                id={`${id}-${row.rowId}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                aria-setsize={moved.length}
                aria-posinset={index + 1}
                onClick={() => onSelect(row.rowId)}
                className={joinClasses(
                  'absolute top-0 left-0 flex w-full items-center gap-2 rounded-md px-2 hover:bg-hover',
                  index === at && 'bg-accent-wash',
                )}
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                <span
                  className="shrink-0 text-right text-faint text-sm tabular-nums"
                  style={{ minWidth: measureNumbers(names) }}
                >
                  {names.numberOf(row.rowId)}
                </span>
                <span className="min-w-0 flex-1 truncate">{names.nameOf(row.rowId)}</span>
                <span className="shrink-0 text-soft text-sm tabular-nums">
                  {row.stayed} of {k} stay
                </span>
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}
