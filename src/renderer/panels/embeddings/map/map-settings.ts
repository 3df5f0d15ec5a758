// The persisted settings of the map.

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { formatCount } from '../../../components/format'
import { readParameter } from '../../../components/read-parameter'

type Tool = 'move' | 'lasso'

interface MapSettings {
  readonly method: 'pca' | 'umap'
  readonly seed: number
  /** The number of neighbors for UMAP. */
  readonly neighbours: number
  /** The distance that UMAP keeps between neighbors. */
  readonly minDistance: number
  /** `one`, `cluster`, or `column:` with its name. */
  readonly colourBy: string
  readonly clusters: number
  /** The number of neighbors connected to the selected row by lines. */
  readonly lines: number
  readonly tool: Tool
  /** Texts and names of clusters are written on the map. */
  readonly labels: boolean
}

export const minDistances = [0, 0.05, 0.1, 0.25, 0.5, 0.8] as const

export const bounds = {
  seed: { min: 0, max: 999_999 },
  neighbours: { min: 2, max: 200 },
  clusters: { min: 2, max: 12 },
  lines: { min: 0, max: 50 },
} as const
export type BoundedSetting = keyof typeof bounds

export const useMapSettings = create<MapSettings>()(
  persist(
    (): MapSettings => ({
      method: 'pca',
      seed: 1,
      neighbours: 15,
      minDistance: 0.1,
      colourBy: 'one',
      clusters: 4,
      lines: 5,
      tool: 'move',
      labels: true,
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
export function readColumn(colourBy: string): string | null {
  return colourBy.startsWith('column:') ? colourBy.slice('column:'.length) : null
}
