// Above the items: search, order, grid or list, and the filters that are set.
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '../../components/Button'
import { SegmentedControl } from '../../components/SegmentedControl'
import { Select } from '../../components/Select'
import { SearchInput } from '../../components/TextInput'
import { itemSelection } from './actions/selection-actions'
import { clearFilters, listChips, type Order } from './filters/filters'
import type { View } from './items/layout'
import { clearLibraryFocus, useLibraryFocus } from './library-focus'
import { changeFilters, changeView, setFilters, setOrder, useLibraryView } from './library-view'
import { useModelNames } from './use-model-names'

const views: readonly { value: View; name: string }[] = [
  { value: 'grid', name: 'Grid' },
  { value: 'list', name: 'List' },
]
const orders: readonly { value: Order; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'largest', label: 'Largest first' },
]
const orderGroups = [{ label: '', options: orders }]

export function Toolbar() {
  const view = useLibraryView((state) => state.view)
  const order = useLibraryView((state) => state.order)
  const selectOrder = (value: string) => {
    const selected = orders.find((each) => each.value === value)
    if (selected) setOrder(selected.value)
  }
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-2">
      <SearchField />
      <Select label="Order" value={order} groups={orderGroups} onChange={selectOrder} />
      <div className="shrink-0">
        <SegmentedControl
          label="View"
          value={view}
          options={views}
          onChange={(value) => changeView({ view: value })}
        />
      </div>
    </div>
  )
}

/** Milliseconds. */
const typingPauseMs = 180

function SearchField() {
  const typed = useLibraryView((state) => state.typed)
  const { text, bin: isBin } = useLibraryView((state) => state.filters)
  const field = useRef<HTMLInputElement>(null)
  const isRequested = useLibraryFocus((state) => state.isRequested)
  useEffect(() => {
    if (!isRequested) return
    clearLibraryFocus()
    field.current?.focus()
    field.current?.select()
  }, [isRequested])
  useEffect(() => {
    // A search that is already applied, such as by Enter, must not clear what was selected since.
    if (typed === text) return
    const timer = setTimeout(() => changeFilters({ text: typed }), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed, text])
  const pressKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && typed) {
      // It clears the search, and must not stop an answer.
      event.stopPropagation()
      changeFilters({ text: '' })
    } else if (event.key === 'Enter') {
      changeFilters({ text: typed })
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      document.querySelector<HTMLElement>('[role="listbox"][aria-label="Items"]')?.focus()
      void itemSelection.enqueue(() => itemSelection.moveTo(0, 'only'))
    }
  }
  return (
    <div className="flex min-w-40 flex-1">
      <SearchInput
        ref={field}
        data-library-search
        aria-label="Search the Library"
        aria-keyshortcuts="/"
        placeholder={isBin ? 'Search trash' : 'Search prompts, transcripts and conversations'}
        value={typed}
        onKeyDown={pressKey}
        onChange={(event) => changeView({ typed: event.target.value })}
      />
    </div>
  )
}

export function FilterChips() {
  const filters = useLibraryView((state) => state.filters)
  const chips = listChips(filters, useModelNames())
  if (chips.length === 0) return null
  return (
    <div className="flex shrink-0 items-start gap-2 px-4 pb-2">
      <ul aria-label="Filters that are set" className="flex min-w-0 flex-1 flex-wrap gap-1">
        {chips.map(({ text, without }) => (
          <li
            key={text}
            className="flex h-6 min-w-0 max-w-full items-center gap-0.5 rounded-md bg-accent-wash pl-2 text-accent"
          >
            <span className="truncate text-sm">{text}</span>
            <button
              type="button"
              aria-label={`Remove ${text}`}
              className="flex size-5 shrink-0 items-center justify-center rounded-sm hover:bg-hover"
              onClick={() => setFilters(without)}
            >
              <X size={12} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <Button size="small" look="quiet" onClick={() => setFilters(clearFilters(filters))}>
        Clear all
      </Button>
    </div>
  )
}
