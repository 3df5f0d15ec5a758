// The persisted settings of the map; the search text and the picked rows of each set, which stay while another view is open.

import { useMemo } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { formatCount } from '../../../components/format'
import { readParameter } from '../../../components/read-parameter'
import { announce } from '../../../state/announcement'

type Tool = 'move' | 'lasso'

interface MapSettings {
  readonly method: 'pca' | 'umap'
  readonly seed: number
  /** The number of neighbors for UMAP. */
  readonly neighbors: number
  /** The distance that UMAP keeps between neighbors. */
  readonly minDistance: number
  /** `one`, `cluster`, or `column:` with its name. */
  readonly colorBy: string
  readonly clusters: number
  /** The number of neighbors connected to the selected row by lines. */
  readonly lines: number
  readonly tool: Tool
}

export const minDistances = [0, 0.05, 0.1, 0.25, 0.5, 0.8] as const

export const bounds = {
  seed: { min: 0, max: 999_999 },
  neighbors: { min: 2, max: 200 },
  clusters: { min: 2, max: 12 },
  lines: { min: 0, max: 50 },
} as const
export type BoundedSetting = keyof typeof bounds

export const useMapSettings = create<MapSettings>()(
  persist(
    (): MapSettings => ({
      method: 'pca',
      seed: 1,
      neighbors: 15,
      minDistance: 0.1,
      colorBy: 'one',
      clusters: 4,
      lines: 5,
      tool: 'move',
    }),
    { name: 'embedding-map', version: 1 },
  ),
)

export function setMap(options: Partial<MapSettings>) {
  useMapSettings.setState(options)
}

/** Parses a typed whole number within its bounds. Returns an error message if it is invalid. */
export function readSetting(setting: BoundedSetting, text: string): number | string {
  const { min, max } = bounds[setting]
  const description = `a whole number from ${min} to ${formatCount(max)}`
  const result = readParameter(text, { min, max, whole: true, description, required: true })
  return result.error ?? Number(result.value)
}

export function toColumnChoice(column: string): string {
  return `column:${column}`
}

/** Returns the column that points are colored by, or null. */
export function readColumn(colorBy: string): string | null {
  return colorBy.startsWith('column:') ? colorBy.slice('column:'.length) : null
}

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
