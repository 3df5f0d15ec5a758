// The settings of the map. Persisted.

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { formatCount } from '../../../components/format'

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
  seed: { least: 0, most: 999_999 },
  neighbours: { least: 2, most: 200 },
  clusters: { least: 2, most: 12 },
  lines: { least: 0, most: 50 },
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
  const { least, most } = bounds[setting]
  const value = Number(text.trim())
  const isWithin = text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most
  return isWithin ? value : `must be a whole number from ${least} to ${formatCount(most)}`
}

export function toColumnChoice(column: string): string {
  return `column:${column}`
}

/** The column that points are colored by; null if they are colored otherwise. */
export function readColumn(colourBy: string): string | null {
  return colourBy.startsWith('column:') ? colourBy.slice('column:'.length) : null
}
