// The colors of the map's points, which are highlighted by groups, search and picking, and texts that describe points and groups.
import { useCallback, useMemo } from 'react'
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import { desktop } from '../../../api/desktop'
import type { CallOptions } from '../../../api/worker-calls'
import { formatCount } from '../../../components/format'
import { useDebounced } from '../../../components/use-debounced'
import { useMediaQuery } from '../../../components/use-media-query'
import { useComputation } from '../inspect/ComputationStatus'
import { useEmbeddingComparison } from '../state/embedding-comparison'
import type { Clusters } from '../vectors/vector-types'
import type { Vectors } from '../vectors/vectors'
import type { Coloring } from './draw-map'
import { readColumn, useMapSettings } from './map-state'
import { nameClusters } from './name-clusters'
import {
  colorByCluster,
  colorByValues,
  colorUniformly,
  findHighlighted,
  type PointColors,
  readMapPalette,
} from './point-colors'

/** In the order of the points. */
export type PointRows = readonly (EmbeddingRow | undefined)[]

/** All points have one color until clusters have been found; `problem` says why there are none, or how far they are. */
export function usePointColors(
  vectors: Vectors,
  rows: PointRows,
  rowIds: Uint32Array,
  columns: readonly string[],
) {
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
    if (isByCluster && answer) {
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

export function useColoring(
  tones: PointColors,
  isolated: ReadonlySet<number>,
  matches: Uint8Array | null,
  picked: readonly number[] | null,
): Coloring {
  const isDark = useMediaQuery('(prefers-color-scheme: dark)')
  const palette = useMemo(() => readMapPalette(isDark), [isDark])
  const pickable = useMemo(
    () => findHighlighted(tones.tones, isolated, matches, null),
    [tones, isolated, matches],
  )
  const highlighted = useMemo(
    // An empty lasso highlights all points.
    () => (picked?.length ? findHighlighted(tones.tones, new Set(), pickable, picked) : pickable),
    [tones, pickable, picked],
  )
  return useMemo(() => {
    const { kind } = tones.legend
    return { tones: tones.tones, colors: palette[kind], highlighted, pickable, palette }
  }, [tones, highlighted, pickable, palette])
}

/** The title of the legend. */
export function nameColoring(colorBy: string): string {
  return colorBy === 'cluster' ? 'Clusters' : (readColumn(colorBy) ?? '')
}

/** Returns the group of the point; null if colors are not groups. */
export function nameGroup({ tones, legend }: PointColors, index: number): string | null {
  if (legend.kind !== 'groups') return null
  return legend.groups.find(({ tone }) => tone === tones[index])?.name ?? null
}

/** `space: 4 · music: 3`: the groups of some points, the largest first. Null if colors are not groups. */
export function describeBreakdown({ tones, legend }: PointColors, indices: Iterable<number>): string | null {
  if (legend.kind !== 'groups') return null
  const counts = new Map<number, number>()
  for (const index of indices) {
    const tone = tones[index] ?? 0
    counts.set(tone, (counts.get(tone) ?? 0) + 1)
  }
  return legend.groups
    .map(({ name, tone }) => ({ name, count: counts.get(tone) ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ name, count }) => `${name}: ${formatCount(count)}`)
    .join(' · ')
}

/** The announcement when the keyboard cursor reaches a point. */
export function describePoint(
  number: number,
  label: string,
  group: string | null,
  isSelected: boolean,
): string {
  const short = label.length > 160 ? `${label.slice(0, 160).trimEnd()}…` : label
  return [`Row ${number}: ${short}`, group, isSelected && 'selected'].filter(Boolean).join(', ')
}
