// The found items as a grid or a list; only the rows in view are rendered.
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { LibraryItem, LibraryQuery } from '#shared/schemas/library'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { groupByDate } from '../../../components/date-groups'
import { joinClasses } from '../../../components/join-classes'
import { ListRows, useListRows } from '../../../components/ListRows'
import { followCursor } from '../../../components/list-selection'
import { ContextMenu } from '../../../components/Menu'
import { useListSelection } from '../../../components/use-list-selection'
import { copyPicture, dragPicture } from '../../../media-viewer/picture-actions'
import { isCommandKey, readListCommand } from '../../../state/keymap'
import { toggleStar } from '../../../state/stars'
import {
  copyTranscript,
  deleteItems,
  isPicture,
  isTranscript,
  itemSelection,
  openItem,
  type SelectedItems,
  useSelectedItems,
} from '../actions/item-actions'
import { listSelectionActions } from '../actions/item-menu'
import { startDragging } from '../boards/collections'
import { toFileTitle, useModelNames } from '../describe-item'
import { changeView, setSelection, useLibraryView } from '../library-view'
import { GridCell, ListHead, ListRow, toOptionId } from './ItemCells'
import { defaultThumbnail, gap, type Layout, layOutGrid, layOutList } from './layout'
import { findShift, hasPage, type ItemStart, listPages, usePages, useShape } from './pages'

interface ItemsProps {
  readonly query: LibraryQuery
  readonly total: number
  /** The items of the current filters are still loading. */
  readonly isBehind: boolean
}

type ItemAt = (index: number) => LibraryItem | undefined

export function Items({ query, total, isBehind }: ItemsProps) {
  const view = useLibraryView((state) => state.view)
  const { ids, cursor } = useLibraryView((state) => state.selection)
  const toModelName = useModelNames()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const width = useWidth(scroller)
  const layout = useLayout({ query, total, width })
  const { rows, at, visibleRows } = useItemRows(scroller, { query, total, layout })
  const listeners = useListSelection(itemSelection, {
    total,
    moveRows: layout.moveRows,
    rows: visibleRows,
    handlers: toKeyHandlers(at),
    toElementId: toOptionId,
    readCommand: readListCommand,
  })
  const isCursorRendered =
    cursor !== null &&
    at(cursor.index)?.id === cursor.id &&
    rows.getVirtualItems().some(({ index }) => index === layout.rowOf(cursor.index))
  const selected = useShownSelection(at)
  const menuItems = listSelectionActions(selected)
  const Cell = view === 'grid' ? GridCell : ListRow
  return (
    <>
      {view === 'list' && <ListHead />}
      <ContextMenu label="Actions for selected items" items={menuItems}>
        <div
          ref={setScroller}
          role="listbox"
          aria-label="Items"
          aria-multiselectable="true"
          aria-busy={isBehind}
          aria-activedescendant={isCursorRendered ? toOptionId(cursor.id) : undefined}
          tabIndex={0}
          {...listeners}
          onKeyDown={(event) => {
            if (!pressStar(event, selected)) listeners.onKeyDown(event)
          }}
          onDoubleClick={(event) => {
            const item = findItem(event, at)
            if (item && !event.ctrlKey && !event.metaKey && !event.shiftKey) openItem(item)
          }}
          onDragStart={(event) => dragItem(event, findItem(event, at))}
          className={joinClasses(
            'group/items @container min-h-0 flex-1 overflow-y-auto outline-none [scrollbar-gutter:stable]',
            view === 'grid' ? 'px-4' : 'px-2',
            isBehind && 'opacity-60',
          )}
        >
          <ListRows
            rows={rows}
            rowProps={() =>
              view === 'grid' ? { className: 'flex items-start', style: { gap } } : { className: 'grid' }
            }
          >
            {(row) => {
              const { first, count, heading } = layout.row(row)
              // The description of each item contains its date.
              if (heading)
                return (
                  <span aria-hidden="true" className="self-center font-medium text-soft text-sm">
                    {heading}
                  </span>
                )
              return listIndexes(first, count).map((index) => {
                const item = at(index)
                const { width: cellWidth, height } = layout.cellOf(index)
                if (!item) return <Placeholder key={index} width={cellWidth} height={height} />
                return (
                  <Cell
                    key={item.id}
                    item={item}
                    index={index}
                    total={total}
                    width={cellWidth}
                    height={height}
                    selected={ids.has(item.id)}
                    isCursor={cursor?.id === item.id}
                    toModelName={toModelName}
                  />
                )
              })
            }}
          </ListRows>
        </div>
      </ContextMenu>
    </>
  )
}

/** `S` alone. Returns false for another key. */
function pressStar(event: KeyboardEvent, { ids, items, isBin }: SelectedItems): boolean {
  const { repeat, target, currentTarget } = event
  if (!isCommandKey(event, 'library.star')) return false
  if (target !== currentTarget || isBin) return false
  event.preventDefault()
  if (!repeat) toastOutcome(toggleStar(items, ids))
  return true
}

function useShownSelection(at: ItemAt): SelectedItems {
  const { ids, items, isBin } = useSelectedItems()
  const cursor = useLibraryView(({ selection }) => selection.cursor)
  // A single item that has just been selected is already on screen, so it need not be read.
  const shown = cursor && ids.length === 1 ? at(cursor.index) : undefined
  return { ids, items: shown && shown.id === ids[0] ? [shown] : items, isBin }
}

function toKeyHandlers(at: ItemAt) {
  return {
    open: () => handleItemAtCursor(at, openItem),
    copy: () => handleItemAtCursor(at, copyItem),
    remove() {
      const { selection, filters } = useLibraryView.getState()
      // Without a selection, the dialog would open with the next one.
      if (selection.ids.size === 0) return undefined
      if (!filters.bin) return deleteItems([...selection.ids])
      // From the trash they are deleted for good, so the user is asked.
      changeView({ dialog: 'delete permanently' })
      return undefined
    },
  }
}

/** Reads the item if it is not shown yet. */
async function handleItemAtCursor(at: ItemAt, handle: (item: LibraryItem) => void) {
  const { cursor } = useLibraryView.getState().selection
  if (!cursor) return
  const shown = at(cursor.index)
  const [item] = shown?.id === cursor.id ? [shown] : await desktop.library.read({ ids: [cursor.id] })
  if (item) handle(item)
}

function copyItem(item: LibraryItem) {
  if (isPicture(item)) copyPicture(item)
  else if (isTranscript(item)) toastOutcome(copyTranscript(item))
}

function findItem({ target }: MouseEvent, at: ItemAt): LibraryItem | undefined {
  const option = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return option ? at(Number(option.dataset.index)) : undefined
}

function dragItem(event: DragEvent, item: LibraryItem | undefined) {
  const { ids } = useLibraryView.getState().selection
  if (item) startDragging(event, item, ids.has(item.id) ? [...ids] : [item.id])
  if (item?.media) dragPicture(event, { media: item.media, title: toFileTitle(item) })
  else if (item) event.dataTransfer.setData('text/plain', item.title)
  else event.preventDefault()
}

function listIndexes(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => first + at)
}

/** Shown instead of an item that is still loading. */
function Placeholder({ width, height }: { width: number; height: number }) {
  return <div aria-hidden="true" className="animate-late rounded-md bg-sunken" style={{ width, height }} />
}

interface LayoutOptions {
  readonly query: LibraryQuery
  readonly total: number
  /** 0 until it is measured. */
  readonly width: number
}

function useLayout({ query, total, width }: LayoutOptions): Layout {
  const view = useLibraryView((state) => state.view)
  const thumbnail = useLibraryView((state) => state.thumbnail)
  const shape = useShape(query)
  const { order } = query
  return useMemo(() => {
    if (width <= 0) return layOutList(0)
    if (view === 'list') return layOutList(total)
    const { moments = [], ratios = [] } = shape ?? {}
    const isByDate = order === 'newest' || order === 'oldest'
    const groups = isByDate ? groupByDate(moments, Date.now()) : [{ heading: '', count: moments.length }]
    return layOutGrid({ ratios, groups, width, side: thumbnail ?? defaultThumbnail(width) })
  }, [view, width, thumbnail, shape, total, order])
}

/** The width without the padding; 0 until the element has been measured. */
function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      setWidth(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return width
}

interface ShownItems {
  readonly query: LibraryQuery
  readonly total: number
  readonly layout: Layout
}

const padding = { start: 8, end: 16 }

/** The scroll offset and the query when the panel was closed. */
let lastPosition: { readonly query: string; readonly offset: number } | null = null

function useItemRows(scroller: HTMLElement | null, { query, total, layout }: ShownItems) {
  const queryKey = JSON.stringify(query)
  const [initialOffset] = useState(lastPosition?.query === queryKey ? lastPosition.offset : 0)
  const rows = useListRows(scroller, {
    count: layout.rowCount,
    keyOf: layout.keyOf,
    heightOf: (at) => layout.row(at).height,
    overscan: 3,
    padding,
    initialOffset,
    scrollTarget: useLibraryView((state) => state.scrollTarget),
    rowOf: ({ index }) => layout.rowOf(index),
  })
  const { startIndex = 0, endIndex = 0 } = rows.range ?? {}
  const first = layout.row(startIndex).first
  const last = layout.row(endIndex)
  const end = Math.min(total, last.first + last.count)
  const needed = listPages(first, end - 1, total)
  const requested = useDebounced(needed)
  const { at, find, version } = usePages(
    query,
    needed.filter((page) => requested.includes(page) || hasPage(query, page)),
  )
  useEffect(
    () => () => {
      if (scroller) lastPosition = { query: queryKey, offset: scroller.scrollTop }
    },
    [scroller, queryKey],
  )

  const previous = useRef<Rendered>({ queryKey, items: [] })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes with the items of the pages.
  useLayoutEffect(() => {
    const { queryKey: oldKey, items } = previous.current
    // The items of another query are shown from the start.
    if (oldKey !== queryKey) rows.scrollToOffset(0)
    // If items were added or removed above, or the rows have another size, the items in view stay there.
    else if (scroller && scroller.scrollTop > 0) {
      const shift = findShift(items, (id) => {
        const index = find(id)
        return index === undefined ? undefined : layout.row(layout.rowOf(index)).start
      })
      if (shift !== 0) scroller.scrollTop += shift
    }
    const { selection } = useLibraryView.getState()
    const followed = followCursor(selection, find)
    if (followed !== selection) setSelection(followed)
  }, [queryKey, layout, version])
  // Recorded after the layout effect, for the next change.
  useEffect(() => {
    const items: ItemStart[] = []
    for (let index = first; index < end; index += 1) {
      const item = at(index)
      if (item) items.push({ id: item.id, start: layout.row(layout.rowOf(index)).start })
    }
    previous.current = { queryKey, items }
  })
  return { rows, at, visibleRows: Math.max(1, endIndex - startIndex) }
}

interface Rendered {
  readonly queryKey: string
  /** Those in view. */
  readonly items: readonly ItemStart[]
}

const throttleMs = 60

/** The pages to request: the first ones immediately, then not every page that is scrolled past. */
function useDebounced(pages: readonly number[]): readonly number[] {
  const [throttled, setThrottled] = useState(pages)
  const latest = useRef(pages)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const key = pages.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same pages may be in another array.
  useEffect(() => {
    latest.current = pages
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      setThrottled(latest.current)
    }, throttleMs)
  }, [key])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return throttled
}
