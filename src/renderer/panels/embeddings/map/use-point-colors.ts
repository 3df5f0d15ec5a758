// The colors of the map's points, and which are highlighted by groups, search and picking.

import { useCallback, useEffect, useMemo, useState } from 'react'
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import type { CallOptions } from '../../../api/worker-calls'
import { useDebounced } from '../../../components/use-debounced'
import { useMediaQuery } from '../../../components/use-media-query'
import { useComputation } from '../inspect/ComputationStatus'
import { useEmbeddingComparison } from '../state/embedding-comparison'
import type { Clusters } from '../vectors/vector-types'
import type { Vectors } from '../vectors/vectors'
import type { Coloring } from './draw-map'
import { readMapPalette } from './map-palette'
import { readColumn, useMapSettings } from './map-settings'
import { nameClusters } from './name-clusters'
import {
  colorByCluster,
  colorByValues,
  colorUniformly,
  findHighlighted,
  type PointColors,
} from './point-colors'
import { findMiddles, type MapLabels, shortenLabel } from './position-labels'

/** In the order of the points. */
export type PointRows = readonly (EmbeddingRow | undefined)[]

interface PointColorsResult {
  readonly tones: PointColors
  /** A message: why there are no clusters, or the progress of finding them. */
  readonly problem: string | null
}

/** All points have one color until clusters have been found. */
export function usePointColors(
  vectors: Vectors,
  rows: PointRows,
  { rowIds, columns }: { readonly rowIds: Uint32Array | null; readonly columns: readonly string[] },
): PointColorsResult {
  const colourBy = useMapSettings((settings) => settings.colourBy)
  const requested = useDebounced(
    useMapSettings((settings) => settings.clusters),
    300,
  )
  const normalise = useEmbeddingComparison((options) => options.normalise)
  const isByCluster = colourBy === 'cluster'
  const request = useCallback(
    (callOptions: CallOptions) => vectors.call('clusters', { k: requested, seed: 1, normalise }, callOptions),
    [vectors, requested, normalise],
  )
  const { answer, error, progress } = useComputation(isByCluster ? request : null)
  const column = columns.indexOf(readColumn(colourBy) ?? '')
  const tones = useMemo(() => {
    if (isByCluster && answer && rowIds) {
      const clusters = alignClusters(answer, rowIds)
      const texts = rows.map((row) => (row ? `${row.title ?? ''} ${row.text}` : ''))
      return colorByCluster(clusters, nameClusters(texts, clusters))
    }
    if (readColumn(colourBy) === null || column < 0) return colorUniformly(rows.length)
    return colorByValues(rows.map((row) => row?.cells[column] ?? ''))
  }, [rows, rowIds, isByCluster, answer, colourBy, column])
  const status = progress === null ? null : `Finding clusters, ${Math.round(progress * 100)}%`
  return { tones, problem: isByCluster ? (error ?? status) : null }
}

/** Clusters and layout may have been computed from different versions of the vectors. */
function alignClusters({ rowIds: known, clusters }: Clusters, rowIds: Uint32Array): Uint16Array {
  const indexById = new Map(Array.from(known, (rowId, index) => [rowId, index]))
  return Uint16Array.from(rowIds, (rowId) => clusters[indexById.get(rowId) ?? -1] ?? 0)
}

/** Waits until a word has been typed. */
const debounceMs = 150

/** Returns null without a search. */
export function useMatches(rows: PointRows, typed: string): Uint8Array | null {
  const search = useDebounced(typed.trim(), debounceMs)
  const [matches, setMatches] = useState<Uint8Array | null>(null)
  useEffect(() => {
    if (search === '') return setMatches(null)
    const controller = new AbortController()
    const { signal } = controller
    findMatches({ rows, typed: search, signal }).then(
      (found) => !signal.aborted && setMatches(found),
      () => undefined,
    )
    return () => controller.abort()
  }, [rows, search])
  return matches?.length === rows.length ? matches : null
}

interface HighlightOptions {
  readonly tones: PointColors
  readonly isolated: ReadonlySet<number>
  readonly matches: Uint8Array | null
  readonly picked: readonly number[] | null
}

/** Null if labels are off. */
export function useMapLabels(rows: PointRows, points: Float32Array, { tones, legend }: PointColors) {
  const isOn = useMapSettings((settings) => settings.labels)
  const isByCluster = useMapSettings((settings) => settings.colourBy === 'cluster')
  return useMemo((): MapLabels | null => {
    if (!isOn) return null
    const middles = isByCluster && legend.kind === 'groups' ? findMiddles(points, tones) : null
    const groups = legend.kind === 'groups' ? legend.groups : []
    return {
      textOf: (index) => {
        const row = rows[index]
        return row ? shortenLabel(row.title || row.text) : ''
      },
      groups: groups.flatMap(({ name, tone }) => {
        const middle = middles?.get(tone)
        return middle ? [{ text: name, ...middle }] : []
      }),
    }
  }, [isOn, isByCluster, rows, points, tones, legend])
}

export function useColoring({ tones, isolated, matches, picked }: HighlightOptions): Coloring {
  const isDark = useMediaQuery('(prefers-color-scheme: dark)')
  const palette = useMemo(() => readMapPalette(isDark), [isDark])
  const pickable = useMemo(
    () => findHighlighted(tones.tones, { isolated, matches, picked: null }),
    [tones, isolated, matches],
  )
  const highlighted = useMemo(
    // An empty lasso highlights all points.
    () =>
      picked?.length
        ? findHighlighted(tones.tones, { isolated: new Set(), matches: pickable, picked })
        : pickable,
    [tones, pickable, picked],
  )
  return useMemo(() => {
    const { kind } = tones.legend
    return { tones: tones.tones, colors: palette[kind], highlighted, pickable, palette }
  }, [tones, highlighted, pickable, palette])
}

interface Search {
  /** In the order of the points; undefined if a row no longer exists. */
  readonly rows: readonly (EmbeddingRow | undefined)[]
  readonly typed: string
  readonly signal: AbortSignal
}

/** Milliseconds of searching before yielding. */
const sliceMs = 6

/** Returns 1 for each row whose text, title or cells contain all typed words; null once aborted. */
export async function findMatches({ rows, typed, signal }: Search): Promise<Uint8Array | null> {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = new Uint8Array(rows.length)
  let startedAt = performance.now()
  for (const [index, row] of rows.entries()) {
    if (index % 256 === 0 && performance.now() - startedAt > sliceMs) {
      await new Promise((resolve) => setTimeout(resolve))
      if (signal.aborted) return null
      startedAt = performance.now()
    }
    if (row && hasAll(row, words)) matches[index] = 1
  }
  return matches
}

function hasAll({ text, title, cells }: EmbeddingRow, words: readonly string[]): boolean {
  const content = [title ?? '', text, ...cells].join('\n').toLowerCase()
  return words.every((word) => content.includes(word))
}
