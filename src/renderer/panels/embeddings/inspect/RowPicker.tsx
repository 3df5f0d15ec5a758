// Chooses one row of the set: by its text, its title or its number.
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronsUpDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { joinClasses } from '../../../components/join-classes'
import { SearchInput } from '../../../components/TextInput'
import { findRows, measureNumbers, type RowNames } from './row-names'

interface RowPickerProps {
  readonly label: string
  readonly names: RowNames
  /** Those that can be picked. */
  readonly rowIds: ReadonlySet<number>
  readonly value: number | null
  readonly onPick: (rowId: number) => void
}

export function RowPicker({ label, names, rowIds, value, onPick }: RowPickerProps) {
  const [isOpen, setIsOpen] = useState(false)
  const pick = (rowId: number) => {
    setIsOpen(false)
    onPick(rowId)
  }
  const shown = value === null ? 'Choose a row' : names.nameOf(value)
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md border border-line-strong bg-raised px-2.5 text-left transition-colors hover:bg-hover">
        <span className="sr-only">{label}: </span>
        {value !== null && (
          <span className="shrink-0 text-faint text-sm tabular-nums">{names.numberOf(value)}</span>
        )}
        <span className={joinClasses('min-w-0 flex-1 truncate', value === null && 'text-faint')}>
          {shown}
        </span>
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
          <Choices names={names} rowIds={rowIds} value={value} onPick={pick} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const rowHeight = 28

/** Rows of a page. */
const page = 8

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page }

function Choices({ names, rowIds, value, onPick }: Omit<RowPickerProps, 'label'>) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const found = useMemo(() => findRows(names, rowIds, typed), [names, rowIds, typed])
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      found.findIndex((row) => row.id === value),
    ),
  )
  const list = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    initialOffset: Math.max(0, at - 3) * rowHeight,
    overscan: 4,
  })
  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(found.length - 1, index))
    setAt(next)
    list.scrollToIndex(next)
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const active = found[at]
    if (event.nativeEvent.isComposing || (step === undefined && event.key !== 'Enter')) return
    event.preventDefault()
    if (step !== undefined) goTo(at + step)
    else if (active) onPick(active.id)
  }
  return (
    <>
      <div className="flex shrink-0">
        <SearchInput
          role="combobox"
          aria-label="Search rows"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={found[at] ? `${id}-${found[at].id}` : undefined}
          placeholder="Search by text or number"
          value={typed}
          onKeyDown={press}
          onChange={({ target }) => {
            setTyped(target.value)
            setAt(0)
            list.scrollToOffset(0)
          }}
        />
      </div>
      {found.length === 0 && (
        <p role="status" className="px-2 py-1 text-faint text-sm">
          No row with a vector holds these words.
        </p>
      )}
      <div ref={setScroller} className="min-h-0 flex-1 overflow-y-auto">
        <div
          id={id}
          role="listbox"
          aria-label="Rows"
          className="relative"
          style={{ height: list.getTotalSize() }}
        >
          {list.getVirtualItems().map(({ index, start, size }) => {
            const row = found[index]
            return (
              row && (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the search's, which keeps the focus.
                <div
                  key={row.id}
                  id={`${id}-${row.id}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={row.id === value}
                  aria-setsize={found.length}
                  aria-posinset={index + 1}
                  onClick={() => onPick(row.id)}
                  className={joinClasses(
                    'absolute top-0 left-0 flex w-full items-center gap-2 rounded-md px-2 hover:bg-hover',
                    index === at && 'bg-hover',
                    row.id === value && 'font-medium text-accent',
                  )}
                  style={{ height: size, transform: `translateY(${start}px)` }}
                >
                  <span
                    className="shrink-0 text-right text-faint text-sm tabular-nums"
                    style={{ minWidth: measureNumbers(names) }}
                  >
                    {names.numberOf(row.id)}
                  </span>
                  <span className="min-w-0 truncate">{names.nameOf(row.id)}</span>
                </div>
              )
            )
          })}
        </div>
      </div>
    </>
  )
}
