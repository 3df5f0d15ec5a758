// The options of a virtual listbox of rows, each with its number and its name.
import type { ReactNode } from 'react'
import { joinClasses } from '../../../components/join-classes'
import { ListRows, type RowVirtualizer, useListRows } from '../../../components/ListRows'
import { RowName } from './RowName'
import { measureNumbers, type RowNames } from './row-names'

interface RowOptionsProps {
  /** The id of the listbox; the id of an option is this and the row's id. */
  readonly id: string
  readonly rows: RowVirtualizer
  readonly names: RowNames
  readonly rowIds: readonly number[]
  readonly selected: number | null
  readonly classNameOf: (rowId: number, index: number) => string | false
  readonly onPick: (rowId: number) => void
  /** Rendered at the end of an option. */
  readonly detailOf?: (index: number) => ReactNode
}

/** `first` is the index that the list is initially scrolled to. */
export function useRowOptions(
  scroller: HTMLElement | null,
  { rowIds, height, first }: { rowIds: readonly number[]; height: number; first: number },
): RowVirtualizer {
  return useListRows(scroller, {
    count: rowIds.length,
    keyOf: (index) => rowIds[index] ?? index,
    heightOf: () => height,
    initialOffset: Math.max(0, first) * height,
    overscan: 6,
  })
}

export function toOptionId(id: string, rowId: number | undefined): string | undefined {
  return rowId === undefined ? undefined : `${id}-${rowId}`
}

export function RowOptions(props: RowOptionsProps) {
  const { id, rows, names, rowIds, selected, classNameOf, onPick, detailOf } = props
  return (
    <ListRows rows={rows}>
      {(index) => {
        const rowId = rowIds[index]
        return (
          rowId !== undefined && (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox or its search field handles the keys.
            <div
              id={toOptionId(id, rowId)}
              role="option"
              tabIndex={-1}
              aria-selected={rowId === selected}
              aria-setsize={rowIds.length}
              aria-posinset={index + 1}
              onClick={() => onPick(rowId)}
              className={joinClasses(
                'flex h-full w-full items-center gap-2 rounded-md px-2 hover:bg-hover',
                classNameOf(rowId, index),
              )}
            >
              <span
                className="shrink-0 text-right text-faint text-sm tabular-nums"
                style={{ minWidth: measureNumbers(names) }}
              >
                {names.numberOf(rowId)}
              </span>
              <span className="min-w-0 flex-1 truncate" title={names.nameOf(rowId)}>
                <RowName names={names} rowId={rowId} />
              </span>
              {detailOf?.(index)}
            </div>
          )
        )
      }}
    </ListRows>
  )
}
