// The settings of the map. Persisted.

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
  /** `one`, `cluster`, or `column:` with its name. */
  readonly colourBy: string
  readonly clusters: number
  /** Number of neighbors joined to the selected row by lines. */
  readonly lines: number
  readonly tool: Tool
}

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
      colourBy: 'one',
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

/** A whole number within bounds as typed, or a sentence. */
export function readSetting(setting: BoundedSetting, text: string): number | string {
  const { min: least, max: most } = bounds[setting]
  const words = `a whole number from ${least} to ${formatCount(most)}`
  const read = readParameter(text, { min: least, max: most, whole: true, description: words, required: true })
  return read.error ?? Number(read.value)
}

export function toColumnChoice(column: string): string {
  return `column:${column}`
}

/** The column that points are colored by; null if they are colored otherwise. */
export function readColumn(colourBy: string): string | null {
  return colourBy.startsWith('column:') ? colourBy.slice('column:'.length) : null
}
