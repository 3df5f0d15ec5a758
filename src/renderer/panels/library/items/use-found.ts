// The items that the filters find: how many, and those of the pages near to what is in view.
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { LibraryItem, LibraryQuery } from '#shared/schemas/library'
import { toQuery } from '../filters/filters'
import { useLibraryView } from '../library-view'
import { toPageOptions } from './page-options'
import { pageLength } from './paging'

interface Found {
  /** What is shown: of the filters before, until the first page of the new ones is there. */
  readonly query: LibraryQuery
  /** Undefined until the first answer. */
  readonly total: number | undefined
  /** The items shown are not yet those of the filters. */
  readonly isBehind: boolean
  readonly error: Error | null
  readonly retry: () => void
}

export function useFound(): Found {
  const filters = useLibraryView((state) => state.filters)
  const order = useLibraryView((state) => state.order)
  const query = useMemo(() => toQuery(filters, order, Date.now()), [filters, order])
  const first = useQuery(toPageOptions(query, 0))
  const [shown, setShown] = useState(query)
  if (first.data && shown !== query) setShown(query)
  const { data } = useQuery({ ...toPageOptions(shown, 0), enabled: shown === query })
  return {
    query: shown,
    total: data?.total,
    isBehind: shown !== query && first.isPending,
    error: first.error,
    retry: () => void first.refetch(),
  }
}

interface Pages {
  /** Undefined while its page is on its way. */
  at(index: number): LibraryItem | undefined
  /** Where it stands; undefined where its page is not there. */
  find(id: string): number | undefined
  /** Another one whenever an item of them is another. */
  readonly version: string
}

/** By the numbers of the pages, in rising order. */
export function usePages(query: LibraryQuery, pages: readonly number[]): Pages {
  const results = useQueries({ queries: pages.map((page) => toPageOptions(query, page)) })
  const version = results.map(({ dataUpdatedAt }, at) => `${pages[at]}:${dataUpdatedAt}`).join(' ')
  const items = new Map(results.map(({ data }, at) => [pages[at] ?? 0, data?.items ?? []]))
  return {
    version,
    at: (index) => items.get(Math.floor(index / pageLength))?.[index % pageLength],
    find: (id) => {
      for (const [page, held] of items) {
        const at = held.findIndex((item) => item.id === id)
        if (at >= 0) return page * pageLength + at
      }
      return undefined
    },
  }
}
