// The entries of the legend of a saved map, and its coordinates as CSV.
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import type { MapPalette } from './map-palette'
import type { Legend } from './point-colors'
import { pointAt } from './viewport'

interface CoordinatesOptions {
  /** In the order of the points; undefined if a row no longer exists. */
  readonly rows: readonly (EmbeddingRow | undefined)[]
  readonly points: Float32Array
  readonly numberOf: (rowId: number) => number
  /** Null if colors are not groups. */
  readonly groupOf: (index: number) => string | null
  readonly columns: readonly string[]
}

/** A line per point: the number of its row, its coordinates, its group if there is one, and its texts (RFC 4180). */
export function writeCoordinates({ rows, points, numberOf, groupOf, columns }: CoordinatesOptions): string {
  const hasGroups = rows.length > 0 && groupOf(0) !== null
  const head = ['row', 'x', 'y', ...(hasGroups ? ['group'] : []), 'title', 'text', ...columns]
  const lines = rows.flatMap((row, index) => {
    if (!row) return []
    const { x, y } = pointAt(points, index)
    const cells = columns.map((_, at) => row.cells[at] ?? '')
    const group = hasGroups ? [groupOf(index) ?? ''] : []
    return [[String(numberOf(row.id)), String(x), String(y), ...group, row.title ?? '', row.text, ...cells]]
  })
  return [head, ...lines].map((cells) => `${cells.map(quote).join(',')}\r\n`).join('')
}

function quote(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

export interface LegendEntry {
  readonly text: string
  /** Null if it is only text. */
  readonly color: string | null
}

export function listEntries(
  legend: Legend,
  title: string,
  palette: Pick<MapPalette, 'groups' | 'range'>,
): LegendEntry[] {
  if (legend.kind === 'one') return []
  const head = { text: `${title}:`, color: null }
  if (legend.kind === 'groups') {
    const groups = legend.groups.map(({ name, count, tone }) => ({
      text: `${name} (${count})`,
      color: palette.groups[tone] ?? null,
    }))
    return [head, ...groups]
  }
  const stops = [0, 0.25, 0.5, 0.75, 1].map((share) => ({
    text: String(Number((legend.min + (legend.max - legend.min) * share).toPrecision(4))),
    color: palette.range[Math.round(share * (palette.range.length - 2))] ?? null,
  }))
  return [head, ...stops]
}

export interface PositionedEntry extends LegendEntry {
  readonly x: number
}

export const swatchWidth = 14
const entryGap = 16

/** Breaks the entries into lines of the given width. */
export function breakEntries(
  entries: readonly LegendEntry[],
  width: number,
  measure: (text: string) => number,
): PositionedEntry[][] {
  const lines: PositionedEntry[][] = []
  let x = 0
  for (const entry of entries) {
    const length = measure(entry.text) + (entry.color ? swatchWidth : 0)
    if (lines.length === 0 || x + length > width) {
      lines.push([])
      x = 0
    }
    lines.at(-1)?.push({ ...entry, x })
    x += length + entryGap
  }
  return lines
}
