// Texts that describe a map and its points, and the picked rows as a table.
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import { formatCount, formatPercent } from '../../../components/format'
import type { Layout, LayoutOptions } from '../vectors/vector-types'
import { readColumn } from './map-settings'
import type { PointColors } from './point-colors'

/** The method of the map, and the share of variance it shows. */
export function describeLayout(
  { method, seed, neighbours: requested = 15, minDistance = 0.1, normalise = false }: LayoutOptions,
  { rowIds, explained, neighbours = requested }: Layout,
): string {
  const texts = `${formatCount(rowIds.length)} ${rowIds.length === 1 ? 'text' : 'texts'}`
  const all = explained.reduce((sum, share) => sum + share, 0)
  const parts =
    method === 'pca'
      ? [`PCA of ${texts}`, `${explained.map((share) => formatPercent(share)).join(' + ')} of variance`]
      : [
          `UMAP of ${texts}`,
          `seed ${seed}`,
          neighbours === requested
            ? `${neighbours} neighbors`
            : neighbours === 0
              ? 'too few texts for neighbors'
              : `${neighbours} neighbors (${requested} requested)`,
          ...(minDistance === 0.1 ? [] : [`minimum distance ${minDistance}`]),
          `from principal components with ${formatPercent(all)} of variance`,
        ]
  return [...parts, ...(normalise ? ['normalized'] : [])].join(', ')
}

/** The title of the legend. */
export function nameColoring(colourBy: string): string {
  return colourBy === 'cluster' ? 'Clusters' : (readColumn(colourBy) ?? '')
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

/** Tab-separated cells, as spreadsheets paste them. */
export function toTable(
  rows: readonly Pick<EmbeddingRow, 'title' | 'text' | 'cells'>[],
  columns: readonly string[],
): string {
  const hasTitles = rows.some(({ title }) => title !== null)
  const head = ['text', ...(hasTitles ? ['title'] : []), ...columns]
  const lines = rows.map(({ title, text, cells }) => [
    text,
    ...(hasTitles ? [title ?? ''] : []),
    ...columns.map((_, index) => cells[index] ?? ''),
  ])
  return [head, ...lines].map((line) => line.map(quoteCell).join('\t')).join('\n')
}

/** A formula would be evaluated in a spreadsheet. */
function quoteCell(cell: string): string {
  const text = /^[=@\t]|^[+-](?![\d.,\s]*%?$)/.test(cell) ? `'${cell}` : cell
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
