// The rows of items: which of them exist, and the place that they are scrolled to, kept through every change.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { LibraryQuery } from '#shared/schemas/library'
import { followPlaces, type Place } from '../choosing/selection'
import { choose, useLibraryView } from '../library-view'
import { countRows, type Layout, toRow } from './layout'
import { findShift, hasPage, listPages, usePages } from './pages'
import { useThrottledPages } from './use-settled'

interface Shown {
  readonly query: LibraryQuery
  readonly total: number
  readonly layout: Layout
}

/** Where the user was when the panel was left, and in what. */
let left: { readonly query: string; readonly offset: number } | null = null

export function useItemRows(scroller: HTMLElement | null, { query, total, layout }: Shown) {
  const asked = JSON.stringify(query)
  const [initialOffset] = useState(left?.query === asked ? left.offset : 0)
  const rows = useVirtualizer({
    count: countRows(total, layout),
    getScrollElement: () => scroller,
    estimateSize: () => layout.rowHeight,
    initialOffset,
    paddingStart: 8,
    paddingEnd: 16,
    overscan: 3,
  })
  const { startIndex = 0, endIndex = 0 } = rows.range ?? {}
  const { columns } = layout
  const near = listPages(startIndex * columns, (endIndex + 1) * columns - 1, total)
  const settled = useThrottledPages(near)
  const isAsked = (page: number) => settled.includes(page) || hasPage(query, page)
  const pages = usePages(query, near.filter(isAsked))
  const seen = useRef<{ asked: string; columns: number; places: readonly Place[] }>({
    asked,
    columns,
    places: [],
  })

  useEffect(
    () => () => {
      if (scroller) left = { query: asked, offset: scroller.scrollTop }
    },
    [scroller, asked],
  )

  // Other finds begin at their beginning.
  const shown = useRef(asked)
  useLayoutEffect(() => {
    if (shown.current === asked) return
    shown.current = asked
    rows.scrollToOffset(0)
  }, [asked, rows])

  // Cells of another size, or more of them in a row: what was at the top stays there.
  const laidOut = useRef(layout)
  useLayoutEffect(() => {
    const before = laidOut.current
    if (before.columns === layout.columns && before.rowHeight === layout.rowHeight) return
    laidOut.current = layout
    const [top] = seen.current.places
    rows.measure()
    if (top) rows.scrollToIndex(toRow(top.index, layout), { align: 'start' })
  }, [layout, rows])

  // Items have come or gone above: what is in view stays where it is.
  const { find, at, version } = pages
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the pages hold is another where their version is.
  useLayoutEffect(() => {
    const { asked: before, columns: inRow, places } = seen.current
    if (before === asked && inRow === columns && scroller && scroller.scrollTop > 0) {
      const shift = findShift(places, find, columns)
      if (shift !== 0) scroller.scrollTop += shift * layout.rowHeight
    }
    const { selection } = useLibraryView.getState()
    const followed = followPlaces(selection, find)
    if (followed !== selection) choose(followed)
  }, [version])

  // Noted last, for the next change.
  useEffect(() => {
    const places: Place[] = []
    for (let index = startIndex * columns; index < (endIndex + 1) * columns; index += 1) {
      const item = at(index)
      if (item) places.push({ id: item.id, index })
    }
    seen.current = { asked, columns, places }
  })
  return { rows, at, find, visibleRows: Math.max(1, endIndex - startIndex) }
}
