// How a page of the found items is asked for, by the view and by what is done with the keyboard.
import { keepPreviousData } from '@tanstack/react-query'
import type { LibraryItem, LibraryQuery } from '#shared/schemas/library'
import { queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { pageLength, toPage } from './paging'

export function toPageOptions(query: LibraryQuery, page: number) {
  return queries.library.list.queryOptions({
    input: { query, offset: page * pageLength, limit: pageLength },
  })
}

/** It was asked for before, and is there still. */
export function hasPage(query: LibraryQuery, page: number): boolean {
  return queryClient.getQueryData(toPageOptions(query, page).queryKey) !== undefined
}

/** Undefined where there is none at this place any more. */
export async function readItemAt(query: LibraryQuery, index: number): Promise<LibraryItem | undefined> {
  const { items } = await queryClient.fetchQuery(toPageOptions(query, toPage(index)))
  return items[index % pageLength]
}

/** All that the query finds, in its order. */
export function readIds(query: LibraryQuery): Promise<readonly string[]> {
  return queryClient.fetchQuery({ ...queries.library.ids.queryOptions({ input: query }), gcTime: 10_000 })
}

/** The facets stay on screen while they are asked for anew. */
export const facetOptions = queries.library.facets.queryOptions({ placeholderData: keepPreviousData })
