// The toolbar above the items: search, order, grid or list, and the active filters.
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '../../components/Button'
import { Chips } from '../../components/Chips'
import { SegmentedControl } from '../../components/SegmentedControl'
import { Select } from '../../components/Select'
import { SearchInput } from '../../components/TextInput'
import { Tooltip } from '../../components/Tooltip'
import { clearSearchFocus, useFocusRequests } from '../../state/focus-requests'
import { itemSelection, searchLibrary } from './actions/selection-actions'
import { useBoardNames } from './boards/collections'
import { clearFilters, listChips, type Order } from './filters/filters'
import { defaultThumbnail, thumbnailSizes, type View } from './items/layout'
import { changeView, setFilters, setOrder, useLibraryView } from './library-view'
import { useModelNames } from './use-model-names'

const views: readonly { value: View; name: string }[] = [
  { value: 'grid', name: 'Grid' },
  { value: 'list', name: 'List' },
]
const otherOrders: readonly { value: Order; label: string }[] = [
  { value: 'largest', label: 'Largest first' },
  { value: 'smallest', label: 'Smallest first' },
  { value: 'title', label: 'Title, A to Z' },
  { value: 'title-descending', label: 'Title, Z to A' },
  { value: 'kind', label: 'Type, A to Z' },
  { value: 'kind-descending', label: 'Type, Z to A' },
  { value: 'model', label: 'Model, A to Z' },
  { value: 'model-descending', label: 'Model, Z to A' },
]
const orders: readonly { value: Order; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  ...otherOrders,
]
const trashOrders: readonly { value: Order; label: string }[] = [
  { value: 'newest', label: 'Latest deletion first' },
  { value: 'oldest', label: 'Earliest deletion first' },
  ...otherOrders,
]
const orderGroups = [{ label: '', options: orders }]
const trashOrderGroups = [{ label: '', options: trashOrders }]

export function Toolbar() {
  const view = useLibraryView((state) => state.view)
  const order = useLibraryView((state) => state.order)
  const isBin = useLibraryView((state) => state.filters.bin)
  const selectOrder = (value: string) => {
    const selected = orders.find((each) => each.value === value)
    if (selected) setOrder(selected.value)
  }
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-2">
      <SearchField />
      <Select
        label="Sort by"
        value={order}
        groups={isBin ? trashOrderGroups : orderGroups}
        onChange={selectOrder}
      />
      {view === 'grid' && <ThumbnailSize />}
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

function ThumbnailSize() {
  const thumbnail = useLibraryView((state) => state.thumbnail)
  return (
    <Tooltip label="Thumbnail size">
      <input
        type="range"
        aria-label="Thumbnail size"
        {...thumbnailSizes}
        value={thumbnail ?? defaultThumbnail(window.innerWidth)}
        onChange={({ target }) => changeView({ thumbnail: target.valueAsNumber })}
        className="h-6 w-20 shrink-0 accent-(--accent)"
      />
    </Tooltip>
  )
}

const typingPauseMs = 180

function SearchField() {
  const typed = useLibraryView((state) => state.typed)
  const { text, bin: isBin } = useLibraryView((state) => state.filters)
  const field = useRef<HTMLInputElement>(null)
  const isRequested = useFocusRequests(({ search }) => search === 'library')
  useEffect(() => {
    if (!isRequested) return
    clearSearchFocus()
    field.current?.focus()
    field.current?.select()
  }, [isRequested])
  useEffect(() => {
    if (typed === text) return
    const timer = setTimeout(() => searchLibrary(typed), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed, text])
  const pressKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && typed) {
      // Escape clears the search, and must not stop an answer.
      event.stopPropagation()
      searchLibrary('')
    } else if (event.key === 'Enter') {
      searchLibrary(typed)
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      if (typed !== text) searchLibrary(typed)
      document.querySelector<HTMLElement>('[role="listbox"][aria-label="Items"]')?.focus()
      void itemSelection.enqueue(() => itemSelection.moveTo(0, 'only'))
    }
  }
  return (
    <div className="flex min-w-40 flex-1">
      <SearchInput
        ref={field}
        data-panel-search
        aria-label="Search Library"
        aria-keyshortcuts="/"
        title="Put words in quotes to find an exact phrase"
        placeholder={isBin ? 'Search trash' : 'Search Library'}
        value={typed}
        onKeyDown={pressKey}
        onChange={(event) => changeView({ typed: event.target.value })}
      />
    </div>
  )
}

export function FilterChips() {
  const filters = useLibraryView((state) => state.filters)
  const chips = listChips(filters, useModelNames(), useBoardNames())
  if (chips.length === 0) return null
  return (
    <div className="flex shrink-0 items-start gap-2 px-4 pb-2">
      <Chips
        label="Active filters"
        variant="accent"
        texts={chips.map(({ text }) => text)}
        onRemove={(index) => setFilters(chips[index]?.without ?? filters)}
      />
      {!filters.bin && (
        <Button size="small" variant="quiet" onClick={() => changeView({ dialog: 'save search' })}>
          Save search…
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={() => setFilters(clearFilters(filters))}>
        Clear all
      </Button>
    </div>
  )
}
