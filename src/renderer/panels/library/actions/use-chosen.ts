// What can be done with what is chosen now.
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { LibraryItem } from '#shared/schemas/library'
import { queries } from '../../../api/desktop'
import { useLibraryView } from '../library-view'

/** Of more than these no item is read: only their number is known. */
const maxItemsRead = 500

interface SelectedItems {
  readonly ids: readonly string[]
  /** Those that are there still; empty while they are read, and where there are too many. */
  readonly items: readonly LibraryItem[]
  readonly isBin: boolean
}

export function useSelectedItems(): SelectedItems {
  const selection = useLibraryView((state) => state.selection)
  const isBin = useLibraryView((state) => state.filters.bin)
  const ids = [...selection.ids]
  const isReadable = ids.length > 0 && ids.length <= maxItemsRead
  const { data, isPlaceholderData } = useQuery({
    ...queries.library.read.queryOptions({
      input: isReadable ? { ids } : skipToken,
      placeholderData: keepPreviousData,
    }),
    gcTime: 30_000,
  })
  const wanted = isPlaceholderData ? data?.filter(({ id }) => selection.ids.has(id)) : data
  return { ids, items: (isReadable && wanted) || [], isBin }
}
