// What was typed and picked on a set's map: it is there again after a look at another view.
import { create } from 'zustand'

interface MapWork {
  /** What is searched for. */
  readonly typed: string
  /** Rows, in their order on the map; null where none were. */
  readonly picked: readonly number[] | null
}

const nothing: MapWork = { typed: '', picked: null }

/** By the id of the set, as long as the window is open. */
const useWorks = create<Readonly<Record<string, MapWork>>>()(() => ({}))

export function useMapWork(setId: string): MapWork {
  return useWorks((works) => works[setId] ?? nothing)
}

export function keepMapWork(setId: string, news: Partial<MapWork>) {
  useWorks.setState((works) => ({ [setId]: { ...(works[setId] ?? nothing), ...news } }))
}
