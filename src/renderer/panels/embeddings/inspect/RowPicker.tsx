// A field that picks one row of the set by its text, title or number, and the options and names of rows in lists.
import { ChevronsUpDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react'
import { joinClasses } from '../../../components/join-classes'
import { ListRows, type RowVirtualizer, useListRows } from '../../../components/ListRows'
import { SearchInput } from '../../../components/TextInput'
import { selectRow } from '../state/embedding-view'
import { findRows, measureNumbers, type RowNames, splitLabel } from './row-names'
import { moveIndex } from './vector/HeatStrip'

interface RowPickerProps {
  readonly label: string
  readonly names: RowNames
  /** The rows that can be picked. */
  readonly rowIds: ReadonlySet<number>
  /** Rows whose vector has only zeros. */
  readonly zeros: ReadonlySet<number>
  readonly value: number | null
  readonly onPick: (rowId: number) => void
}

export function RowPicker({ label, names, rowIds, zeros, value, onPick }: RowPickerProps) {
  const [isOpen, setIsOpen] = useState(false)
  const pick = (rowId: number) => {
    setIsOpen(false)
    onPick(rowId)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger
        title={value === null ? undefined : names.nameOf(value)}
        className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md border border-line-strong bg-raised px-2.5 text-left transition-colors hover:bg-hover"
      >
        <span className="sr-only">{label}: </span>
        {value !== null && (
          <span className="shrink-0 text-faint text-sm tabular-nums">{names.numberOf(value)}</span>
        )}
        <span className={joinClasses('min-w-0 flex-1 truncate', value === null && 'text-faint')}>
          {value === null ? 'Select a row' : <RowName names={names} rowId={value} />}
        </span>
        {value !== null && zeros.has(value) && <ZeroMark />}
        <ChevronsUpDown size={14} aria-hidden="true" className="shrink-0 text-faint" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className="z-60 flex h-80 max-h-(--radix-popover-content-available-height) w-(--radix-popover-trigger-width) min-w-72 max-w-[calc(100vw-16px)] animate-appear flex-col gap-1 rounded-lg border border-line bg-raised p-2 shadow-raised"
        >
          <Choices names={names} rowIds={rowIds} zeros={zeros} value={value} onPick={pick} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const steps = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown']

function Choices({ names, rowIds, zeros, value, onPick }: Omit<RowPickerProps, 'label'>) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const found = useMemo(
    () => findRows(names, rowIds, typed).map(({ id: rowId }) => rowId),
    [names, rowIds, typed],
  )
  const [at, setAt] = useState(() => Math.max(0, value === null ? 0 : found.indexOf(value)))
  const rows = useRowOptions(scroller, found, 28, at - 3)
  const goTo = (index: number) => {
    setAt(index)
    rows.scrollToIndex(index)
  }
  const handleKey = (event: KeyboardEvent) => {
    const next = steps.includes(event.key)
      ? moveIndex(at, event.key, { columns: 1, length: found.length })
      : null
    const active = found[at]
    if (event.nativeEvent.isComposing || (next === null && event.key !== 'Enter')) return
    event.preventDefault()
    if (next !== null) goTo(next)
    else if (active !== undefined) onPick(active)
  }
  return (
    <>
      <div className="flex shrink-0">
        <SearchInput
          role="combobox"
          aria-label="Search rows"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={toOptionId(id, found[at])}
          placeholder="Search by text or row number"
          value={typed}
          onKeyDown={handleKey}
          onChange={({ target }) => {
            setTyped(target.value)
            setAt(0)
            rows.scrollToOffset(0)
          }}
        />
      </div>
      {found.length === 0 && (
        <p role="status" className="px-2 py-1 text-faint text-sm">
          No matching rows
        </p>
      )}
      <div ref={setScroller} className="min-h-0 flex-1 overflow-y-auto">
        <div id={id} role="listbox" aria-label="Rows">
          <RowOptions
            {...{ id, rows, names, onPick }}
            rowIds={found}
            selected={value}
            detailOf={(index) => zeros.has(found[index] ?? 0) && <ZeroMark />}
            classNameOf={(rowId, index) =>
              joinClasses(index === at && 'bg-hover', rowId === value && 'font-medium text-accent')
            }
          />
        </div>
      </div>
    </>
  )
}

interface RowListboxProps {
  readonly label: string
  readonly names: RowNames
  readonly rowIds: readonly number[]
  readonly selected: number | null
  readonly className: string
  /** Rendered at the end of an option. */
  readonly detailOf?: (index: number) => ReactNode
}

/** A list of rows; clicks and arrow keys select one of them. */
export function RowListbox({ label, names, rowIds, selected, className, detailOf }: RowListboxProps) {
  const id = useId()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const at = selected === null ? -1 : rowIds.indexOf(selected)
  const rows = useRowOptions(scroller, rowIds, 32, at - 2)
  const handleKey = (event: KeyboardEvent) => {
    if (![...steps, 'Home', 'End'].includes(event.key)) return
    const next = moveIndex(at, event.key, { columns: 1, length: rowIds.length }) ?? 0
    const rowId = rowIds[next]
    if (rowId === undefined) return
    event.preventDefault()
    selectRow(rowId)
    rows.scrollToIndex(next)
  }
  return (
    <div
      ref={setScroller}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={toOptionId(id, rowIds[at])}
      onKeyDown={handleKey}
      className={joinClasses('min-w-0 overflow-y-auto p-1 focus-visible:-outline-offset-2', className)}
    >
      <RowOptions
        {...{ id, rows, names, rowIds, selected, detailOf }}
        classNameOf={(_, index) => index === at && 'bg-accent-wash'}
        onPick={selectRow}
      />
    </div>
  )
}

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
  readonly detailOf?: ((index: number) => ReactNode) | undefined
}

/** `first` is the index that the list is initially scrolled to. */
function useRowOptions(
  scroller: HTMLElement | null,
  rowIds: readonly number[],
  height: number,
  first: number,
): RowVirtualizer {
  return useListRows(scroller, {
    count: rowIds.length,
    keyOf: (index) => rowIds[index] ?? index,
    heightOf: () => height,
    initialOffset: Math.max(0, first) * height,
    overscan: 6,
  })
}

function toOptionId(id: string, rowId: number | undefined): string | undefined {
  return rowId === undefined ? undefined : `${id}-${rowId}`
}

function RowOptions(props: RowOptionsProps) {
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

export function RowName({ names, rowId }: { names: RowNames; rowId: number }) {
  const { title, text } = splitLabel(names.find(rowId))
  if (!title) return text
  return (
    <>
      <span className="font-medium">{title}</span>
      <span className="text-faint"> · </span>
      {text}
    </>
  )
}

/** Marks a row whose vector has only zeros. */
function ZeroMark() {
  return (
    <span className="shrink-0 rounded-sm border border-line px-1 text-warn text-xs" title={zeroReason}>
      Zero vector
    </span>
  )
}

export const zeroReason = 'All values are 0. This vector has no direction, so it has no neighbors.'
