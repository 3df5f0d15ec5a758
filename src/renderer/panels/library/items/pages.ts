// Reads the found items page by page: those near the items in view.
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { LibraryItem, LibraryQuery, LibraryShape } from '#shared/schemas/library'
import { queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { noFilters, toQuery } from '../filters/filters'
import { useLibraryView } from '../library-view'

interface FoundItems {
  /** The query on screen: the previous filters' until the first page for the new ones has been read. */
  readonly query: LibraryQuery
  /** Undefined until the first response. */
  readonly total: number | undefined
  /** The items on screen are still those of the previous filters. */
  readonly isBehind: boolean
  readonly error: Error | null
  readonly retry: () => void
}

/** The query of the current filters and order. */
export function useLibraryQuery(): LibraryQuery {
  const filters = useLibraryView((state) => state.filters)
  const order = useLibraryView((state) => state.order)
  return useMemo(() => toQuery(filters, order, Date.now()), [filters, order])
}

export function useFoundItems(): FoundItems {
  const query = useLibraryQuery()
  const isGrid = useLibraryView((state) => state.view === 'grid')
  const first = useQuery(toPageOptions(query, 0))
  const shape = useQuery({ ...toShapeOptions(query), enabled: isGrid })
  const [shown, setShown] = useState(query)
  const isRead = first.data !== undefined && (!isGrid || shape.data !== undefined)
  if (isRead && shown !== query) setShown(query)
  const { data } = useQuery({ ...toPageOptions(shown, 0), enabled: shown === query })
  return {
    query: shown,
    total: isRead || shown !== query ? data?.total : undefined,
    isBehind: shown !== query && !isRead,
    error: first.error ?? shape.error,
    retry: () => void Promise.all([first.refetch(), isGrid && shape.refetch()]),
  }
}

function toShapeOptions(query: LibraryQuery) {
  return queries.library.shape.queryOptions({ input: query })
}

/** Undefined until it has been read, which a list does not. */
export function useShape(query: LibraryQuery): LibraryShape | undefined {
  return useQuery({ ...toShapeOptions(query), enabled: false }).data
}

interface Pages {
  /** Undefined while its page is being read. */
  at(index: number): LibraryItem | undefined
  /** The index of an item; undefined if its page has not been read. */
  find(id: string): number | undefined
  /** Changes whenever an item changes. */
  readonly version: string
}

/** `pages` in ascending order. */
export function usePages(query: LibraryQuery, pages: readonly number[]): Pages {
  const results = useQueries({ queries: pages.map((page) => toPageOptions(query, page)) })
  const version = results.map(({ dataUpdatedAt }, at) => `${pages[at]}:${dataUpdatedAt}`).join(' ')
  const items = new Map(results.map(({ data }, at) => [pages[at] ?? 0, data?.items ?? []]))
  return {
    version,
    at: (index) => items.get(Math.floor(index / pageLength))?.[index % pageLength],
    find: (id) => {
      for (const [page, pageItems] of items) {
        const at = pageItems.findIndex((item) => item.id === id)
        if (at >= 0) return page * pageLength + at
      }
      return undefined
    },
  }
}

function toPageOptions(query: LibraryQuery, page: number) {
  return queries.library.list.queryOptions({
    input: { query, offset: page * pageLength, limit: pageLength },
  })
}

/** True if the page is cached. */
export function hasPage(query: LibraryQuery, page: number): boolean {
  return queryClient.getQueryData(toPageOptions(query, page).queryKey) !== undefined
}

/** Undefined if there is no item at this index any longer. */
export async function readItemAt(query: LibraryQuery, index: number): Promise<LibraryItem | undefined> {
  const { items } = await queryClient.fetchQuery(toPageOptions(query, toPage(index)))
  return items[index % pageLength]
}

/** The ids of all found items, in the order of the query. */
export function readIds(query: LibraryQuery): Promise<readonly string[]> {
  return queryClient.fetchQuery({ ...queries.library.ids.queryOptions({ input: query }), gcTime: 10_000 })
}

/** The facets stay on screen while they reload. */
export function toFacetOptions(query: LibraryQuery) {
  // The order changes no count.
  return queries.library.facets.queryOptions({
    input: { ...query, order: 'newest' },
    placeholderData: keepPreviousData,
  })
}

/** Facets of everything outside the trash. */
export const facetOptions = toFacetOptions(toQuery(noFilters, 'newest', 0))

export const pageLength = 100
/** The number of items read in advance, before and after those in view. */
const prefetchedItems = 60

/** The indexes of the pages with the items from `first` to `last`, and those around them. */
export function listPages(first: number, last: number, total: number): number[] {
  if (total === 0) return []
  const from = toPage(Math.max(0, first - prefetchedItems))
  const to = toPage(Math.min(total - 1, last + prefetchedItems))
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}

export function toPage(index: number): number {
  return Math.floor(index / pageLength)
}

export interface ItemStart {
  readonly id: string
  /** In CSS pixels. */
  readonly start: number
}

/** The distance by which the items in view have moved; 0 if none of them exists any longer. */
export function findShift(
  items: readonly ItemStart[],
  findStart: (id: string) => number | undefined,
): number {
  for (const { id, start } of items) {
    const now = findStart(id)
    if (now !== undefined) return now - start
  }
  return 0
}
