// The search text and the picked rows of a set's map; both survive a visit to another view.
import { useMemo } from 'react'
import { create } from 'zustand'
import { announce } from '../../../state/announcement'

interface Picked {
  /** In their order on the map; null where none were. */
  readonly rowIds: readonly number[] | null
  /** Among the points. */
  readonly indices: readonly number[] | null
  readonly take: (indices: readonly number[]) => void
  readonly toggle: (index: number) => void
  readonly clear: () => void
}

interface Rows {
  readonly setId: string
  /** Of the points. */
  readonly rowIds: Uint32Array
  readonly indexOf: ReadonlyMap<number, number>
}

export function usePicked({ setId, rowIds, indexOf }: Rows): Picked {
  const { picked } = useMapState(setId)
  const setPicked = (next: readonly number[] | null) => saveMapState(setId, { picked: next })
  const indices = useMemo(
    () => picked?.flatMap((rowId) => indexOf.get(rowId) ?? []) ?? null,
    [picked, indexOf],
  )
  const tell = (next: readonly number[]) => {
    setPicked(next)
    announce(`${next.length.toLocaleString('en')} picked`)
  }
  return {
    rowIds: picked,
    indices,
    take: (taken) => tell(taken.flatMap((index) => rowIds[index] ?? [])),
    toggle: (index) => {
      const rowId = rowIds[index]
      if (rowId === undefined) return
      const others = (picked ?? []).filter((each) => each !== rowId)
      const next = others.length === (picked?.length ?? 0) ? [...others, rowId] : others
      if (next.length > 0) tell(next)
      else setPicked(null)
    },
    clear: () => setPicked(null),
  }
}

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
