// The rows that were picked on the map: a list to read, to go to one of them, and to copy.
import { useVirtualizer } from '@tanstack/react-virtual'
import { Check, Copy, X } from 'lucide-react'
import { useRef } from 'react'
import { tellOutcome } from '../../../api/tell-outcome'
import { useCopied } from '../../../components/CopyButton'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { entry, moveFocus } from '../../../components/move-focus'
import { type RowNames, toLabel } from '../inspect/row-names'
import { toTable } from './describe-map'
import { readWholeRows } from './read-whole-rows'

interface PickedRowsProps {
  readonly setId: string
  readonly rowIds: readonly number[]
  readonly names: RowNames
  readonly columns: readonly string[]
  readonly chosen: number | null
  readonly onChoose: (rowId: number) => void
  readonly onClear: () => void
}

export function PickedRows({ setId, rowIds, names, columns, chosen, onChoose, onClear }: PickedRowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rowIds.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 44,
    overscan: 8,
  })
  const [copied, copy] = useCopied()
  const copyAll = () => {
    const copying = readWholeRows(setId, rowIds).then((rows) => copy(toTable(rows, columns)))
    tellOutcome(copying, 'The rows were not copied')
  }
  return (
    <section aria-label="Picked rows" className="flex w-60 shrink-0 flex-col border-line border-l bg-canvas">
      <header className="flex h-9 shrink-0 items-center gap-1 border-line border-b pr-1 pl-3">
        <h2 className="min-w-0 flex-1 truncate font-medium text-sm">
          {rowIds.length.toLocaleString('en')} picked
        </h2>
        <IconButton
          size="small"
          label={copied ? 'Copied' : 'Copy picked rows'}
          icon={copied ? Check : Copy}
          disabled={rowIds.length === 0}
          onClick={copyAll}
        />
        <IconButton size="small" label="Clear picked rows" icon={X} onClick={onClear} />
      </header>
      {rowIds.length === 0 ? (
        <p className="p-3 text-soft text-sm">
          Nothing lies within the lasso. Draw around some points, or press Space on one.
        </p>
      ) : (
        <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
          <ul
            aria-label="Picked rows"
            className="relative"
            style={{ height: virtual.getTotalSize() }}
            onKeyDown={(event) => {
              const list = scroller.current
              if (list && moveFocus(list, event.key, () => undefined)) event.preventDefault()
            }}
          >
            {virtual.getVirtualItems().map(({ key, index, start, size }) => {
              const rowId = rowIds[index] ?? 0
              const row = names.find(rowId)
              return (
                <li
                  key={key}
                  aria-setsize={rowIds.length}
                  aria-posinset={index + 1}
                  className="absolute top-0 left-0 w-full px-1"
                  style={{ height: size, transform: `translateY(${start}px)` }}
                >
                  <button
                    {...entry}
                    type="button"
                    aria-current={rowId === chosen || undefined}
                    onClick={() => onChoose(rowId)}
                    className={joinClasses(
                      'flex h-full w-full flex-col justify-center rounded-md px-2 text-left outline-offset-[-2px] transition-colors hover:bg-hover',
                      rowId === chosen && 'bg-accent-wash',
                    )}
                  >
                    <span className="w-full truncate">{row ? toLabel(row) : 'A row that is no more'}</span>
                    <span className="w-full truncate text-faint text-xs">
                      Row {names.numberOf(rowId).toLocaleString('en')}
                    </span>
                  </button>
                </li>
              )
            })}
          </ul>
        </div>
      )}
    </section>
  )
}
