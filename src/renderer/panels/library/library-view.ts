// What the Library shows now: its filters and order, grid or list, what is chosen and what is open over it.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { LibraryItem, LibraryQuery } from '#shared/schemas/library'
import { nothingChosen, type Selection } from './choosing/selection'
import { type Filters, noFilters, type Order, toQuery } from './filters/filters'
import type { View } from './items/layout'

type Picture = LibraryItem & { readonly media: string }
type Pictures = readonly [Picture, Picture]

interface LibraryView {
  readonly view: View
  readonly order: Order
  readonly filters: Filters
  /** In the search field; the filters follow a moment later. */
  readonly typed: string
  readonly selection: Selection
  /** The index of an item that is to be brought into sight, and the count of such wishes. */
  readonly wanted: { readonly index: number; readonly wishes: number }
  /** The picture, video or transcript that is looked at in large. */
  readonly viewed: string | null
  readonly compared: Pictures | null
  readonly dialog: 'tags' | 'empty bin' | null
  /** So many files were in trouble when the user put the notice away. */
  readonly knownTroubled: number
}

/** The view and its order outlive the window. */
export const useLibraryView = create<LibraryView>()(
  persist(
    (): LibraryView => ({
      view: 'grid',
      order: 'newest',
      filters: noFilters,
      typed: '',
      selection: nothingChosen,
      wanted: { index: 0, wishes: 0 },
      viewed: null,
      compared: null,
      dialog: null,
      knownTroubled: 0,
    }),
    { name: 'library', version: 1, partialize: ({ view, order }) => ({ view, order }) },
  ),
)

export function changeView(part: Partial<LibraryView>) {
  useLibraryView.setState(part)
}

/** What was chosen is of other finds: it is let go. */
export function setFilters(filters: Filters) {
  useLibraryView.setState({ filters, typed: filters.text, selection: nothingChosen })
}

export function changeFilters(part: Partial<Filters>) {
  setFilters({ ...useLibraryView.getState().filters, ...part })
}

export function setOrder(order: Order) {
  useLibraryView.setState({ order, selection: nothingChosen })
}

export function choose(selection: Selection) {
  useLibraryView.setState({ selection })
}

export function bringIntoSight(index: number) {
  useLibraryView.setState(({ wanted }) => ({ wanted: { index, wishes: wanted.wishes + 1 } }))
}

/** As it is wanted now. */
export function readQuery(): LibraryQuery {
  const { filters, order } = useLibraryView.getState()
  return toQuery(filters, order, Date.now())
}
