// Paints the visible part of the cells, which are prerendered at one pixel each, and the names beside them.
import type { MetricOptions, SimilarityMatrix } from '../../vectors/vector-types'
import type { Range } from '../color-ramp'
import { formatDecimals } from '../format-value'
import { type Cell, type MatrixField, type MatrixView, visibleCells } from './matrix-cells'

/** Minimum and maximum between different rows: the diagonal would use up the range of colors. */
export function findRange({ rowIds, values }: SimilarityMatrix): Range {
  const count = rowIds.length
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (let row = 0; row < count; row += 1) {
    for (let column = row + 1; column < count; column += 1) {
      const value = values[row * count + column] ?? Number.NaN
      if (value < min) min = value
      if (value > max) max = value
    }
  }
  return min <= max ? [min, max] : [0, 1]
}

/** The range of all possible values; null if it is unbounded. */
export function findFixedRange({ metric, normalise }: MetricOptions): Range | null {
  if (metric === 'euclidean') return normalise ? [0, 2] : null
  return metric === 'cosine' || normalise ? [-1, 1] : null
}

/** A value as short as fits into a cell: `0.36`, `−12.5`, `1204`. */
function formatCell(value: number): string {
  const size = Math.abs(value)
  return formatDecimals(value, size < 9.995 ? 2 : size < 99.95 ? 1 : 0)
}

/** Space for the names left of and above the cells, in CSS pixels. */
export const gutter = { left: 132, top: 84 } as const

export interface PaintedMatrix {
  readonly cells: OffscreenCanvas
  readonly values: Float32Array
  /** The contrast of a color, from 0 for that of the background to 1. */
  readonly contrastOf: (value: number) => number
  readonly field: MatrixField
  readonly view: MatrixView
  readonly cursor: Cell
  readonly hovered: Cell | null
  readonly nameAt: (index: number) => string
  readonly colors: {
    readonly ink: string
    readonly faint: string
    readonly canvas: string
    readonly font: string
  }
}

/** The context is scaled to CSS pixels. */
export function paintMatrix(context: CanvasRenderingContext2D, matrix: PaintedMatrix) {
  const { field, view, colors } = matrix
  const { width, height } = field.size
  context.clearRect(0, 0, gutter.left + width, gutter.top + height)
  context.save()
  context.beginPath()
  context.rect(gutter.left, gutter.top, width, height)
  context.clip()
  paintField(context, matrix)
  if (matrix.view.cell >= minValueCell) paintValues(context, matrix)
  const outlined = matrix.hovered ? [matrix.cursor, matrix.hovered] : [matrix.cursor]
  for (const { row, column } of outlined) {
    const left = gutter.left + view.left + column * view.cell
    const top = gutter.top + view.top + row * view.cell
    strokeCell(context, { left, top, side: Math.max(4, view.cell) }, colors)
  }
  context.restore()
  paintNames(context, matrix)
}

function paintField(context: CanvasRenderingContext2D, { cells, field, view }: PaintedMatrix) {
  const [top, bottom] = visibleCells(view, field, 'rows')
  const [left, right] = visibleCells(view, field, 'columns')
  // Cells smaller than a pixel are blended, others have sharp edges.
  context.imageSmoothingEnabled = view.cell * window.devicePixelRatio < 1
  context.drawImage(
    cells,
    left,
    top,
    right - left,
    bottom - top,
    gutter.left + view.left + left * view.cell,
    gutter.top + view.top + top * view.cell,
    (right - left) * view.cell,
    (bottom - top) * view.cell,
  )
}

/** The minimum cell size at which values are printed, in CSS pixels. */
const minValueCell = 32
/** At this contrast both colors of text are legible. */
const inkContrast = 0.55

function paintValues(context: CanvasRenderingContext2D, matrix: PaintedMatrix) {
  const { field, view, values, contrastOf, colors } = matrix
  const [top, bottom] = visibleCells(view, field, 'rows')
  const [left, right] = visibleCells(view, field, 'columns')
  context.font = colors.font
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      const value = values[row * field.count + column] ?? Number.NaN
      if (!Number.isFinite(value)) continue
      context.fillStyle = contrastOf(value) < inkContrast ? colors.ink : colors.canvas
      const x = gutter.left + view.left + (column + 0.5) * view.cell
      context.fillText(formatCell(value), x, gutter.top + view.top + (row + 0.5) * view.cell)
    }
  }
}

function strokeCell(
  context: CanvasRenderingContext2D,
  { left, top, side }: { left: number; top: number; side: number },
  { ink, canvas }: PaintedMatrix['colors'],
) {
  context.lineWidth = 1
  context.strokeStyle = canvas
  context.strokeRect(left - 1.5, top - 1.5, side + 3, side + 3)
  context.strokeStyle = ink
  context.strokeRect(left - 0.5, top - 0.5, side + 1, side + 1)
}

/** The minimum cell size at which all names are shown, in CSS pixels. */
const nameHeight = 12

function paintNames(context: CanvasRenderingContext2D, matrix: PaintedMatrix) {
  const { field, view, cursor, hovered, colors } = matrix
  context.font = colors.font
  context.textBaseline = 'middle'
  const shown = hovered ?? cursor
  for (const side of ['rows', 'columns'] as const) {
    const [first, end] = visibleCells(view, field, side)
    const current = side === 'rows' ? shown.row : shown.column
    const indices =
      view.cell >= nameHeight ? Array.from({ length: end - first }, (_, at) => first + at) : [current]
    for (const index of indices) {
      if (index < first || index >= end) continue
      context.fillStyle = index === current ? colors.ink : colors.faint
      const start = side === 'rows' ? gutter.top + view.top : gutter.left + view.left
      paintName(context, matrix, { side, at: start + (index + 0.5) * view.cell, index })
    }
  }
}

function paintName(
  context: CanvasRenderingContext2D,
  { nameAt, view }: PaintedMatrix,
  { side, at, index }: { side: 'rows' | 'columns'; at: number; index: number },
) {
  const availableWidth = side === 'rows' ? gutter.left : gutter.top
  context.save()
  if (side === 'columns') {
    context.translate(at, gutter.top)
    context.rotate(-Math.PI / 2)
    context.textAlign = 'left'
    context.fillText(truncate(nameAt(index), availableWidth), 6, 0)
  } else {
    // A name whose cell is half hidden must not cover the corner.
    if (at < gutter.top + Math.min(4, view.cell / 2) - 0.5) context.globalAlpha = 0
    context.textAlign = 'right'
    const right = gutter.left + Math.max(0, view.left) - 6
    context.fillText(truncate(nameAt(index), availableWidth), right, at)
  }
  context.restore()
}

/** Measuring each name of each frame would cost more than drawing it. */
const characterWidth = 6

function truncate(name: string, availableWidth: number): string {
  const max = Math.floor((availableWidth - 10) / characterWidth)
  return name.length > max ? `${name.slice(0, max - 1).trimEnd()}…` : name
}

/** A canvas cannot resolve custom properties. */
export function readColors(): PaintedMatrix['colors'] {
  const tokens = getComputedStyle(document.documentElement)
  const read = (name: string) => tokens.getPropertyValue(name).trim()
  const { fontFamily } = getComputedStyle(document.body)
  return { ink: read('--ink'), faint: read('--faint'), canvas: read('--canvas'), font: `11px ${fontFamily}` }
}
