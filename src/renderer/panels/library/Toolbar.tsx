// Above the items: search, order, grid or list, the active filters, and the actions of the selected items.

import { Columns2, Download, FileSearch, LayoutGrid, RotateCcw, Star, Tag, Trash2, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { toastOutcome } from '../../api/toast-outcome'
import { Button } from '../../components/Button'
import { Chips } from '../../components/Chips'
import { formatCount } from '../../components/format'
import { IconButton } from '../../components/IconButton'
import { SegmentedControl } from '../../components/SegmentedControl'
import { Select } from '../../components/Select'
import { DelayedSearchInput } from '../../components/TextInput'
import { Tooltip } from '../../components/Tooltip'
import { clearSearchFocus, useFocusRequests } from '../../state/focus-requests'
import { keysOf } from '../../state/keymap'
import { areStarred, toggleStar } from '../../state/stars'
import {
  deleteItems,
  exportItems,
  isPicture,
  itemSelection,
  locateItem,
  restoreFound,
  restoreItems,
  searchLibrary,
  useSelectedItems,
} from './actions/item-actions'
import { useBoardNames } from './boards/collections'
import { countItems, useModelNames } from './describe-item'
import { clearFilters, listChips, type Order } from './filters/filters'
import { defaultThumbnail, thumbnailSizes, type View } from './items/layout'
import { changeView, setFilters, setOrder, useLibraryView } from './library-view'

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
  const focusItems = () => {
    document.querySelector<HTMLElement>('[role="listbox"][aria-label="Items"]')?.focus()
    void itemSelection.enqueue(() => itemSelection.moveTo(0, 'only'))
  }
  return (
    <div className="flex min-w-40 flex-1">
      <DelayedSearchInput
        ref={field}
        aria-label="Search Library"
        title="Put words in quotes to find an exact phrase"
        placeholder={isBin ? 'Search trash' : 'Search Library'}
        typed={typed}
        searched={text}
        onType={(next) => changeView({ typed: next })}
        onSearch={searchLibrary}
        onLeave={focusItems}
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

export function SelectionBar({ total }: { total: number }) {
  const { ids, items, isBin } = useSelectedItems()
  const isNone = ids.length === 0
  const [only] = ids.length === 1 ? items : []
  const hasFileProblem = only?.file === 'missing' || only?.file === 'changed'
  const [first, second] = items.filter(isPicture)
  const pair = ids.length === 2 && first && second ? ([first, second] as const) : null
  const actions = [
    {
      label: 'Compare',
      icon: Columns2,
      disabled: !pair,
      onClick: () => changeView({ compared: pair }),
    },
    {
      label: 'Star',
      icon: Star,
      ...keysOf('library.star'),
      isFilled: areStarred(items),
      onClick: () => toastOutcome(toggleStar(items, ids)),
    },
    { label: 'Boards…', icon: LayoutGrid, onClick: () => changeView({ dialog: 'boards' }) },
    { label: 'Tags…', icon: Tag, onClick: () => changeView({ dialog: 'tags' }) },
    { label: 'Export…', icon: Download, onClick: () => exportItems(ids) },
    {
      label: 'Delete',
      icon: Trash2,
      ...keysOf('list.delete'),
      onClick: () => toastOutcome(deleteItems(ids)),
    },
  ]
  return (
    <div className="flex h-9 shrink-0 items-center gap-1 border-line border-b px-4">
      <p role="status" className="mr-auto truncate text-faint text-sm tabular-nums">
        {isNone ? countItems(total) : `${formatCount(ids.length)} of ${countItems(total)} selected`}
      </p>
      {!isNone && (
        <IconButton
          size="small"
          label="Clear selection"
          icon={X}
          keys="escape"
          onClick={() => void itemSelection.enqueue(itemSelection.none)}
        />
      )}
      {isBin ? (
        <>
          <Button
            icon={RotateCcw}
            size="small"
            disabled={total === 0}
            onClick={() => toastOutcome(isNone ? restoreFound() : restoreItems(ids))}
          >
            {isNone ? 'Restore all' : 'Restore'}
          </Button>
          {!isNone && (
            <Button
              size="small"
              variant="danger"
              onClick={() => changeView({ dialog: 'delete permanently' })}
            >
              Delete permanently…
            </Button>
          )}
          <Button
            size="small"
            variant="danger"
            disabled={total === 0}
            onClick={() => changeView({ dialog: 'empty bin' })}
          >
            Empty trash…
          </Button>
        </>
      ) : (
        <>
          {only && hasFileProblem && (
            <Button icon={FileSearch} size="small" onClick={() => toastOutcome(locateItem(only))}>
              Locate…
            </Button>
          )}
          {actions.map((action) => (
            <IconButton key={action.label} size="small" disabled={isNone} {...action} />
          ))}
        </>
      )}
    </div>
  )
}
