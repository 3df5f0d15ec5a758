// The map as SVG, with the visible part as vectors, and its coordinates as CSV.
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import type { Size } from '../../../components/use-pan-zoom'
import { type Coloring, labelFamily } from './draw-map'
import type { MapPalette } from './map-palette'
import type { Legend } from './point-colors'
import type { PositionedLabel } from './position-labels'
import { pointAt, toStage, type Viewport } from './viewport'

export interface MapFrame {
  readonly points: Float32Array
  readonly viewport: Viewport
  readonly stage: Size
  /** The radius of a point, in CSS pixels. */
  readonly radius: number
  readonly coloring: Coloring
  readonly labels: readonly PositionedLabel[]
}

interface MapDocument {
  readonly frame: MapFrame
  readonly name: string
  readonly caption: string
  readonly entries: readonly LegendEntry[]
}

const margin = 16
const lineHeight = 20
/** An SVG has no canvas to measure texts with; this is the average width of a character at 12 pixels. */
const characterWidth = 6.6

export function writeMapSvg({ frame, name, caption, entries }: MapDocument): string {
  const { stage, coloring } = frame
  const { palette } = coloring
  const lines = breakEntries(entries, stage.width - 2 * margin, (text) => text.length * characterWidth)
  const top = margin + 2 * lineHeight
  const height = top + stage.height + lines.length * lineHeight + margin
  const legend = lines.flatMap((line, at) => {
    const y = top + stage.height + (at + 0.5) * lineHeight
    return line.flatMap(({ text, color, x }) => [
      ...(color ? [`<circle cx="${round(margin + x + 5)}" cy="${round(y)}" r="5" fill="${color}"/>`] : []),
      writeText(text, { x: margin + x + (color ? swatchWidth : 0), y }),
    ])
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${stage.width}" height="${height}" viewBox="0 0 ${stage.width} ${height}" font-family="${escapeXml(labelFamily)}" font-size="12" fill="${palette.ink}">`,
    `<title>${escapeXml(name)}</title>`,
    `<rect width="100%" height="100%" fill="${palette.background}"/>`,
    writeText(name, {
      x: margin,
      y: margin + lineHeight / 2,
      attributes: ' font-size="15" font-weight="600"',
    }),
    writeText(caption, { x: margin, y: margin + lineHeight * 1.5 }),
    `<svg y="${top}" width="${stage.width}" height="${stage.height}">`,
    ...writePoints(frame),
    `<g stroke="${palette.background}" paint-order="stroke" stroke-linejoin="round">`,
    ...frame.labels.map(({ text, x, y, isGroup }) => {
      const size = isGroup
        ? 'font-size="13" font-weight="600" stroke-width="5"'
        : 'font-size="11" stroke-width="3"'
      return writeText(text, { x, y, attributes: ` ${size}` })
    }),
    '</g>',
    '</svg>',
    ...legend,
    '</svg>',
    '',
  ].join('\n')
}

/** The highlighted points are above the others, as on the map. */
function writePoints({ points, viewport, stage, radius, coloring }: MapFrame): string[] {
  const { tones, colors, highlighted, palette } = coloring
  const write = (isAbove: boolean) => {
    const written: string[] = []
    for (let index = 0; index < points.length / 2; index += 1) {
      if ((highlighted === null || highlighted[index] === 1) !== isAbove) continue
      const { x, y } = toStage(viewport, stage, pointAt(points, index))
      if (x < -radius || y < -radius || x > stage.width + radius || y > stage.height + radius) continue
      const color = isAbove ? (colors[tones[index] ?? 0] ?? palette.accent) : palette.faint
      written.push(`<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${color}"/>`)
    }
    return written
  }
  return [...write(false), ...write(true)]
}

interface TextPosition {
  readonly x: number
  readonly y: number
  readonly attributes?: string
}

function writeText(text: string, { x, y, attributes = '' }: TextPosition): string {
  return `<text x="${round(x)}" y="${round(y)}" dominant-baseline="middle"${attributes}>${escapeXml(text)}</text>`
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** Characters that XML does not allow are left out. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
}

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
