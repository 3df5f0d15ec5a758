// The rendered rows of items, and the scroll position, which stays when items or the layout change.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { LibraryQuery } from '#shared/schemas/library'
import { useListRows } from '../../../components/ListRows'
import { followCursor, type ListPosition } from '../../../components/list-selection'
import { setSelection, useLibraryView } from '../library-view'
import { countRows, type Layout, toRow } from './layout'
import { findShift, hasPage, listPages, usePages } from './pages'

interface ShownItems {
  readonly query: LibraryQuery
  readonly total: number
  readonly layout: Layout
}

const padding = { start: 8, end: 16 }

/** The scroll offset and the query when the panel was closed. */
let lastPosition: { readonly query: string; readonly offset: number } | null = null

export function useItemRows(scroller: HTMLElement | null, { query, total, layout }: ShownItems) {
  const queryKey = JSON.stringify(query)
  const { columns } = layout
  const [initialOffset] = useState(lastPosition?.query === queryKey ? lastPosition.offset : 0)
  const rows = useListRows(scroller, {
    count: countRows(total, layout),
    heightOf: () => layout.rowHeight,
    overscan: 3,
    padding,
    initialOffset,
    scrollTarget: useLibraryView((state) => state.scrollTarget),
    rowOf: ({ index }) => toRow(index, layout),
  })
  const { startIndex = 0, endIndex = 0 } = rows.range ?? {}
  const needed = listPages(startIndex * columns, (endIndex + 1) * columns - 1, total)
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

  const previous = useRef<Rendered>({ queryKey, layout, positions: [] })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes with the items of the pages.
  useLayoutEffect(() => {
    const { queryKey: oldKey, layout: old, positions } = previous.current
    const [top] = positions
    // The items of another query are shown from the start.
    if (oldKey !== queryKey) rows.scrollToOffset(0)
    // If the size or the number of columns changes, the item at the top stays there.
    if (old.columns !== columns || old.rowHeight !== layout.rowHeight) {
      rows.measure()
      if (top) rows.scrollToIndex(toRow(top.index, layout), { align: 'start' })
    }
    // If items were added or removed above, the items in view stay there.
    if (oldKey === queryKey && old.columns === columns && scroller && scroller.scrollTop > 0) {
      const shift = findShift(positions, find, columns)
      if (shift !== 0) scroller.scrollTop += shift * layout.rowHeight
    }
    const { selection } = useLibraryView.getState()
    const followed = followCursor(selection, find)
    if (followed !== selection) setSelection(followed)
  }, [queryKey, layout, version])
  // Recorded after the layout effect, for the next change.
  useEffect(() => {
    const positions: ListPosition[] = []
    for (let index = startIndex * columns; index < (endIndex + 1) * columns; index += 1) {
      const item = at(index)
      if (item) positions.push({ id: item.id, index })
    }
    previous.current = { queryKey, layout, positions }
  })
  return { rows, at, visibleRows: Math.max(1, endIndex - startIndex) }
}

interface Rendered {
  readonly queryKey: string
  readonly layout: Layout
  /** The positions of the items in view. */
  readonly positions: readonly ListPosition[]
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
