// Saves the visible part of the map as PNG with its name, caption and legend, or its coordinates as CSV.
import { desktop } from '../../../api/desktop'
import { type Outcome, toSaved } from '../../../api/toast-outcome'
import { uploadFile } from '../../../state/media-files'
import { labelFamily } from './draw-map'
import type { MapPalette } from './map-palette'
import type { MapScene } from './map-scene'
import type { Legend } from './point-colors'
import { breakEntries, listEntries, type PositionedEntry, swatchWidth } from './write-map'

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
  context.font = `600 15px ${labelFamily}`
  context.fillText(map.name, margin, margin + lineHeight / 2, width - 2 * margin)
  context.font = plainFont
  context.fillText(map.caption, margin, margin + lineHeight * 1.5, width - 2 * margin)
  const bottomStart = top + picture.height / density
  for (const [index, line] of lines.entries())
    drawLine(context, line, { y: bottomStart + (index + 0.5) * lineHeight, palette: map.palette })
  return canvas
}

const plainFont = `12px ${labelFamily}`

function drawLine(
  context: CanvasRenderingContext2D,
  line: readonly PositionedEntry[],
  { y, palette }: { readonly y: number; readonly palette: MapPalette },
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
