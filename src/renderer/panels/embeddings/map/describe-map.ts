// What is said of a map in words: how it was made, its points, and what was taken from it.
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import { formatCount } from '../../../components/format'
import type { Layout, LayoutOptions } from '../vectors/vector-types'
import { readColumn } from './map-settings'
import type { PointColors } from './point-colors'

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

/** How the map came about, and how much of the vectors it can show. */
export function describeLayout(
  { method, seed, neighbours = 15, normalise = false }: LayoutOptions,
  { rowIds, explained }: Layout,
): string {
  const texts = `${formatCount(rowIds.length)} ${rowIds.length === 1 ? 'text' : 'texts'}`
  const all = explained.reduce((sum, share) => sum + share, 0)
  const parts =
    method === 'pca'
      ? [`PCA of ${texts}`, `${explained.map((share) => percent.format(share)).join(' + ')} of the variance`]
      : [
          `UMAP of ${texts}`,
          `seed ${seed}`,
          `${neighbours} neighbours`,
          `from components with ${percent.format(all)} of the variance`,
        ]
  return [...parts, ...(normalise ? ['normalised'] : [])].join(', ')
}

/** Above the legend. */
export function nameColoring(colourBy: string): string {
  return colourBy === 'cluster' ? 'Clusters' : (readColumn(colourBy) ?? '')
}

/** What the point's color says; null where it says nothing. */
export function nameGroup({ tones, legend }: PointColors, index: number): string | null {
  if (legend.kind !== 'groups') return null
  return legend.groups.find(({ tone }) => tone === tones[index])?.name ?? null
}

interface SpokenPoint {
  readonly number: number
  readonly label: string
  /** Of the colors, where they mean something. */
  readonly group: string | null
  readonly isPicked: boolean
}

/** As it is spoken when the keys come to it. */
export function describePoint({ number, label, group, isPicked }: SpokenPoint): string {
  const short = label.length > 160 ? `${label.slice(0, 160).trimEnd()}…` : label
  return [`Row ${number}: ${short}`, group, isPicked && 'picked'].filter(Boolean).join(', ')
}

/** Lines of cells between tabs, as spreadsheets take them. */
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

/** A formula would be worked out where it is pasted. */
function quoteCell(cell: string): string {
  const text = /^[=@\t]|^[+-](?![\d.,\s]*%?$)/.test(cell) ? `'${cell}` : cell
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
