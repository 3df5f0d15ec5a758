// The state of the Library: filters and order, grid or list, the selection, and the open viewer or dialog.

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { LibraryQuery } from '#shared/schemas/library'
import { emptySelection, type ListSelection } from '../../components/list-selection'
import type { ItemWithFile } from './describe-item'
import { type Filters, noFilters, type Order, toQuery } from './filters/filters'
import type { View } from './items/layout'

type Pictures = readonly [ItemWithFile, ItemWithFile]

interface LibraryView {
  readonly view: View
  readonly order: Order
  /** The size of thumbnails in the grid, in CSS pixels; null until the user has chosen one. */
  readonly thumbnail: number | null
  readonly filters: Filters
  /** The text of the search field; the filters follow after a pause. */
  readonly typed: string
  readonly selection: ListSelection
  /** Each new object scrolls that item into view. */
  readonly scrollTarget: { readonly index: number } | null
  /** The id of the image, video or transcript shown in full size. */
  readonly viewed: string | null
  readonly compared: Pictures | null
  readonly dialog: 'tags' | 'boards' | 'save search' | 'empty bin' | 'delete permanently' | null
  /** The number of files with problems when the user dismissed the notice. */
  readonly knownFileProblems: number
}

/** The view, its thumbnails and the order persist across restarts. */
export const useLibraryView = create<LibraryView>()(
  persist(
    (): LibraryView => ({
      view: 'grid',
      order: 'newest',
      thumbnail: null,
      filters: noFilters,
      typed: '',
      selection: emptySelection,
      scrollTarget: null,
      viewed: null,
      compared: null,
      dialog: null,
      knownFileProblems: 0,
    }),
    { name: 'library', version: 1, partialize: ({ view, order, thumbnail }) => ({ view, order, thumbnail }) },
  ),
)

export function changeView(part: Partial<LibraryView>) {
  useLibraryView.setState(part)
}

/** Also clears the selection and closes its dialog, because they belong to other results. */
export function setFilters(filters: Filters) {
  useLibraryView.setState({ filters, typed: filters.text, selection: emptySelection, dialog: null })
}

/** The selection stays until the results are known: some of its items may be found, too. */
export function setSearchText(text: string) {
  useLibraryView.setState(({ filters }) => ({ filters: { ...filters, text }, typed: text }))
}

/** Text that was typed just now is searched for as well. */
export function changeFilters(part: Partial<Filters>) {
  const { filters, typed } = useLibraryView.getState()
  setFilters({ ...filters, text: typed, ...part })
}

export function setOrder(order: Order) {
  useLibraryView.setState({ order, selection: emptySelection, dialog: null })
}

export function setSelection(selection: ListSelection) {
  useLibraryView.setState({ selection })
}

export function scrollToItem(index: number) {
  useLibraryView.setState({ scrollTarget: { index } })
}

/** The query of the current filters and order. */
export function readQuery(): LibraryQuery {
  const { filters, order } = useLibraryView.getState()
  return toQuery(filters, order, Date.now())
}
