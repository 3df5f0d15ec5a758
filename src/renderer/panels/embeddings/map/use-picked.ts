// The search text and the picked rows of a set's map; both stay while another view is open.

import { useMemo } from 'react'
import { create } from 'zustand'
import { formatCount } from '../../../components/format'
import { announce } from '../../../state/announcement'

/** Points by their index. */
export interface PickedPoints {
  /** Null without a selection. */
  readonly indices: readonly number[] | null
  readonly setIndices: (indices: readonly number[]) => void
  readonly toggle: (index: number) => void
  readonly clear: () => void
}

interface PickedRows extends PickedPoints {
  /** In their order on the map; null without a selection. */
  readonly rowIds: readonly number[] | null
}

/** `rowIds` are the rows of the points, `indexOf` their indices. */
export function usePicked(
  setId: string,
  rowIds: Uint32Array,
  indexOf: ReadonlyMap<number, number>,
): PickedRows {
  const { picked } = useMapState(setId)
  const setPicked = (next: readonly number[] | null) => saveMapState(setId, { picked: next })
  const indices = useMemo(
    () => picked?.flatMap((rowId) => indexOf.get(rowId) ?? []) ?? null,
    [picked, indexOf],
  )
  const select = (next: readonly number[]) => {
    setPicked(next)
    announce(`${formatCount(next.length)} selected`)
  }
  return {
    rowIds: picked,
    indices,
    setIndices: (selected) => select(selected.flatMap((index) => rowIds[index] ?? [])),
    toggle: (index) => {
      const rowId = rowIds[index]
      if (rowId === undefined) return
      const others = (picked ?? []).filter((each) => each !== rowId)
      const next = others.length === (picked?.length ?? 0) ? [...others, rowId] : others
      if (next.length > 0) select(next)
      else setPicked(null)
    },
    clear: () => setPicked(null),
  }
}

interface MapState {
  /** The search text. */
  readonly typed: string
  /** Row ids in their order on the map; null without a selection. */
  readonly picked: readonly number[] | null
}

const emptyState: MapState = { typed: '', picked: null }

/** By the id of the set; not persisted. */
const useMapStates = create<Readonly<Record<string, MapState>>>()(() => ({}))

export function useMapState(setId: string): MapState {
  return useMapStates((states) => states[setId] ?? emptyState)
}

export function saveMapState(setId: string, change: Partial<MapState>) {
  useMapStates.setState((states) => ({ [setId]: { ...(states[setId] ?? emptyState), ...change } }))
}
