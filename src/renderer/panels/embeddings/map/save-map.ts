// Saves the visible part of the map as PNG with its name, caption and legend, or its coordinates as CSV.
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import { desktop } from '../../../api/desktop'
import { type Outcome, toSaved } from '../../../api/toast-outcome'
import { uploadFile } from '../../../state/media-files'
import type { MapScene } from './map-scene'
import type { Legend, MapPalette } from './point-colors'
import { pointAt } from './viewport'

interface SavedMap {
  readonly scene: MapScene
  /** The name of the set. */
  readonly name: string
  readonly caption: string
  readonly legendTitle: string
  readonly legend: Legend
  readonly palette: MapPalette
}

/** Pixels per CSS pixel, for printing. */
const density = 2
/** In CSS pixels. */
const margin = 16
const lineHeight = 20

export type MapFormat = 'png' | 'csv'

/** The table of coordinates is read when it is needed. */
export async function saveMap(
  map: SavedMap,
  format: MapFormat,
  writeTable: () => Promise<string>,
): Promise<Outcome> {
  if (format === 'png') return await savePicture(map)
  const text = await writeTable()
  const suggestedName = `${map.name.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim()} map.csv`
  const { path } = await desktop.application.saveText({ suggestedName, text })
  return toSaved(path)
}

async function savePicture(map: SavedMap): Promise<Outcome> {
  const picture = await map.scene.renderPicture(density)
  const blob = await toPng(addLabels(picture, map))
  const name = `${map.name} map`
  const { media } = await uploadFile(new File([blob], `${name}.png`, { type: 'image/png' }))
  const { path } = await desktop.images.saveAs({ media, name, withPrompt: false })
  return toSaved(path)
}

/** Adds the name and the caption above, and the legend below. */
function addLabels(picture: HTMLCanvasElement, map: SavedMap): HTMLCanvasElement {
  const width = picture.width / density
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return picture
  const entries = listEntries(map.legend, map.legendTitle, map.palette)
  context.font = plainFont
  const lines = breakEntries(entries, width - 2 * margin, (text) => context.measureText(text).width)
  const top = margin + 2 * lineHeight
  const bottom = lines.length * lineHeight + margin
  canvas.width = picture.width
  canvas.height = picture.height + (top + bottom) * density
  context.scale(density, density)
  context.fillStyle = map.palette.background
  context.fillRect(0, 0, width, canvas.height / density)
  context.drawImage(picture, 0, top, width, picture.height / density)
  context.textBaseline = 'middle'
  context.fillStyle = map.palette.ink
  context.font = `600 15px ${fontFamily}`
  context.fillText(map.name, margin, margin + lineHeight / 2, width - 2 * margin)
  context.font = plainFont
  context.fillText(map.caption, margin, margin + lineHeight * 1.5, width - 2 * margin)
  const bottomStart = top + picture.height / density
  for (const [index, line] of lines.entries())
    drawEntries(context, line, bottomStart + (index + 0.5) * lineHeight, map.palette)
  return canvas
}

const fontFamily = '"Inter Variable", "Noto Sans", sans-serif'
const plainFont = `12px ${fontFamily}`

function drawEntries(
  context: CanvasRenderingContext2D,
  line: readonly PositionedEntry[],
  y: number,
  palette: MapPalette,
) {
  for (const { text, color, x } of line) {
    if (color) {
      context.fillStyle = color
      context.beginPath()
      context.arc(margin + x + 5, y, 5, 0, 2 * Math.PI)
      context.fill()
    }
    context.fillStyle = palette.ink
    context.fillText(text, margin + x + (color ? swatchWidth : 0), y)
  }
}

async function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('Couldn’t render the map as an image.')
  return blob
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

interface LegendEntry {
  readonly text: string
  /** Null if it is only text. */
  readonly color: string | null
}

function listEntries(
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

interface PositionedEntry extends LegendEntry {
  readonly x: number
}

const swatchWidth = 14
const entryGap = 16

/** Breaks the entries into lines of the given width. */
function breakEntries(
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
