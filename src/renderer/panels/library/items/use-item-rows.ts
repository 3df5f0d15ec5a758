// The rendered rows of items, and the scroll position, which stays when items or the layout change.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { LibraryQuery } from '#shared/schemas/library'
import { useListRows } from '../../../components/ListRows'
import { followCursor } from '../../../components/list-selection'
import { setSelection, useLibraryView } from '../library-view'
import type { Layout } from './layout'
import { findShift, hasPage, type ItemStart, listPages, usePages } from './pages'

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
