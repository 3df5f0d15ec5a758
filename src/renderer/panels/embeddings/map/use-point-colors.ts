// The colors of the map's points, and which are highlighted by groups, search and picking.

import { useCallback, useMemo } from 'react'
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import { desktop } from '../../../api/desktop'
import type { CallOptions } from '../../../api/worker-calls'
import { useDebounced } from '../../../components/use-debounced'
import { useMediaQuery } from '../../../components/use-media-query'
import { useComputation } from '../inspect/ComputationStatus'
import { useEmbeddingComparison } from '../state/embedding-comparison'
import type { Clusters } from '../vectors/vector-types'
import type { Vectors } from '../vectors/vectors'
import type { Coloring } from './draw-map'
import { readMapPalette } from './map-palette'
import { readColumn, useMapSettings } from './map-state'
import { nameClusters } from './name-clusters'
import {
  colorByCluster,
  colorByValues,
  colorUniformly,
  findHighlighted,
  type PointColors,
} from './point-colors'

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
  const colorBy = useMapSettings((settings) => settings.colorBy)
  const requested = useDebounced(
    useMapSettings((settings) => settings.clusters),
    300,
  )
  const normalize = useEmbeddingComparison((options) => options.normalize)
  const isByCluster = colorBy === 'cluster'
  const request = useCallback(
    (callOptions: CallOptions) => vectors.call('clusters', { k: requested, seed: 1, normalize }, callOptions),
    [vectors, requested, normalize],
  )
  const { answer, error, progress } = useComputation(isByCluster ? request : null)
  const column = columns.indexOf(readColumn(colorBy) ?? '')
  const tones = useMemo(() => {
    if (isByCluster && answer && rowIds) {
      const clusters = alignClusters(answer, rowIds)
      const texts = rows.map((row) => (row ? `${row.title ?? ''} ${row.text}` : ''))
      return colorByCluster(clusters, nameClusters(texts, clusters))
    }
    if (readColumn(colorBy) === null || column < 0) return colorUniformly(rows.length)
    return colorByValues(rows.map((row) => row?.cells[column] ?? ''))
  }, [rows, rowIds, isByCluster, answer, colorBy, column])
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

/** Finds the rows in the whole texts, of which the page has only the beginning. Returns null without a search. */
export function useMatches(setId: string, rows: PointRows, typed: string): Uint8Array | null {
  const search = useDebounced(typed.trim(), debounceMs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: changed rows are searched again.
  const request = useCallback(
    async ({ signal }: CallOptions) => {
      const query = { search, state: null, sort: null }
      const { rowIds } = await desktop.embeddings.findRows({ id: setId, query }, signal ? { signal } : {})
      return new Set(rowIds)
    },
    [setId, search, rows],
  )
  const { answer } = useComputation(search === '' ? null : request)
  return useMemo(
    () => answer && Uint8Array.from(rows, (row) => (row && answer.has(row.id) ? 1 : 0)),
    [rows, answer],
  )
}

interface HighlightOptions {
  readonly tones: PointColors
  readonly isolated: ReadonlySet<number>
  readonly matches: Uint8Array | null
  readonly picked: readonly number[] | null
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
