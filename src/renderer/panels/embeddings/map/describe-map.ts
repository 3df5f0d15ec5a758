// Texts that describe a map and its points, and its groups.
import { formatCount, formatPercent } from '../../../components/format'
import type { Layout, LayoutOptions } from '../vectors/vector-types'
import { readColumn } from './map-state'
import type { PointColors } from './point-colors'

/** The method of the map, and the share of variance it shows. */
export function describeLayout(
  { method, seed, neighbors: requested = 15, minDistance = 0.1, normalize = false }: LayoutOptions,
  { rowIds, explained, neighbors = requested }: Layout,
): string {
  const texts = `${formatCount(rowIds.length)} ${rowIds.length === 1 ? 'text' : 'texts'}`
  const all = explained.reduce((sum, share) => sum + share, 0)
  const parts =
    method === 'pca'
      ? [`PCA of ${texts}`, `${explained.map((share) => formatPercent(share)).join(' + ')} of variance`]
      : [
          `UMAP of ${texts}`,
          `seed ${seed}`,
          neighbors === requested
            ? `${neighbors} neighbors`
            : neighbors === 0
              ? 'too few texts for neighbors'
              : `${neighbors} neighbors (${requested} requested)`,
          ...(minDistance === 0.1 ? [] : [`minimum distance ${minDistance}`]),
          `from principal components with ${formatPercent(all)} of variance`,
        ]
  return [...parts, ...(normalize ? ['normalized'] : [])].join(', ')
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
    .sort((one, other) => other.count - one.count)
    .map(({ name, count }) => `${name}: ${formatCount(count)}`)
    .join(' · ')
}

interface AnnouncedPoint {
  readonly number: number
  readonly label: string
  /** Its group, if colors are groups. */
  readonly group: string | null
  readonly isSelected: boolean
}

/** The announcement when the keyboard cursor reaches a point. */
export function describePoint({ number, label, group, isSelected }: AnnouncedPoint): string {
  const short = label.length > 160 ? `${label.slice(0, 160).trimEnd()}…` : label
  return [`Row ${number}: ${short}`, group, isSelected && 'selected'].filter(Boolean).join(', ')
}
