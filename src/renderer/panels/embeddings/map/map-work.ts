// What was typed and picked on a set's map: it is there again after a look at another view.
import { create } from 'zustand'

interface MapState {
  /** What is searched for. */
  readonly typed: string
  /** Rows, in their order on the map; null where none were. */
  readonly picked: readonly number[] | null
}

const nothing: MapState = { typed: '', picked: null }

/** By the id of the set, as long as the window is open. */
const useWorks = create<Readonly<Record<string, MapState>>>()(() => ({}))

export function useMapState(setId: string): MapState {
  return useWorks((works) => works[setId] ?? nothing)
}

export function saveMapState(setId: string, news: Partial<MapState>) {
  useWorks.setState((works) => ({ [setId]: { ...(works[setId] ?? nothing), ...news } }))
}
