// Selects among the found items, and reads the selected ones.
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { LibraryItem } from '#shared/schemas/library'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { emptySelection, retainFound } from '../../../components/list-selection'
import { createSelectionActions } from '../../../components/use-list-selection'
import { readIds, readItemAt } from '../items/pages'
import { readQuery, scrollToItem, setSearchText, setSelection, useLibraryView } from '../library-view'

export const itemSelection = createSelectionActions({
  read: () => useLibraryView.getState().selection,
  write: setSelection,
  readOrder: () => readIds(readQuery()),
  readIdAt: async (index) => (await readItemAt(readQuery(), index))?.id,
  scrollTo: scrollToItem,
  onError: (error) => toast.error(describeError(error)),
})

/** Items that are found stay selected, such as one that was clicked before the search has begun. */
export function searchLibrary(text: string) {
  setSearchText(text)
  if (useLibraryView.getState().selection.ids.size === 0) return setSelection(emptySelection)
  const applyToLatest = (order: readonly string[]) => {
    const { filters, selection } = useLibraryView.getState()
    if (filters.text === text) setSelection(retainFound(selection, order))
  }
  // If the items cannot be read, the list shows why.
  readIds(readQuery()).then(applyToLatest, () => applyToLatest([]))
}

/** If more are selected, none of them is read; only their number is known. */
export const maxItemsRead = 500

/** Counted if there are too many to read; undefined until then. */
export function useMarksOfMany(ids: readonly string[]) {
  const input = ids.length > maxItemsRead ? { ids: [...ids] } : skipToken
  return useQuery({ ...queries.library.countMarks.queryOptions({ input }), gcTime: 0 }).data
}

export interface SelectedItems {
  readonly ids: readonly string[]
  /** The items that still exist; empty while they load, and if there are too many. */
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
  const selected = isPlaceholderData ? data?.filter(({ id }) => selection.ids.has(id)) : data
  return { ids, items: (isReadable && selected) || [], isBin }
}
