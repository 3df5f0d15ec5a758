// The matrix on its canvas: which part of it is visible, its cells, which are prerendered at one pixel each, and the names beside them.
import type { Point } from '../../../../components/use-pan-zoom'
import type { MetricOptions, SimilarityMatrix } from '../../vectors/vector-types'
import { CanvasScene } from '../canvas-scene'
import type { Range } from '../color-ramp'
import { formatDecimals } from '../format-value'
import {
  type Cell,
  cellAt,
  clampView,
  fitMatrix,
  type MatrixField,
  type MatrixView,
  moveMatrix,
  revealCell,
  visibleCells,
  zoomMatrix,
} from './matrix-cells'

interface ShownMatrix extends Omit<PaintedMatrix, 'view' | 'field'> {
  /** Cells along a side. */
  readonly count: number
}

export class MatrixScene extends CanvasScene {
  #shown: ShownMatrix | null = null
  #field: MatrixField = { size: this.size, count: 0 }
  #view: MatrixView = fitMatrix(this.#field)

  show(shown: ShownMatrix) {
    const isOther = shown.count !== this.#field.count
    this.#shown = shown
    if (isOther) this.onResize()
    this.requestDraw()
  }

  /** Zooms at the center, or at a point. */
  zoom(factor: number, at?: Point) {
    const { width, height } = this.#field.size
    const center = at ? toField(at) : { x: width / 2, y: height / 2 }
    this.#setView(zoomMatrix(this.#view, this.#field, { factor, at: center }))
  }

  move(by: Point) {
    this.#setView(moveMatrix(this.#view, this.#field, by))
  }

  showAll() {
    this.#setView(fitMatrix(this.#field))
  }

  reveal(cell: Cell) {
    this.#setView(revealCell(this.#view, this.#field, cell))
  }

  /** Returns null outside the cells. */
  find(at: Point): Cell | null {
    return cellAt(this.#view, this.#field, toField(at))
  }

  #setView(view: MatrixView) {
    this.#view = view
    this.requestDraw()
  }

  /** A matrix that was fitted stays fitted. */
  protected override onResize() {
    const isFitted = this.#view.cell === fitMatrix(this.#field).cell
    const { width, height } = this.size
    const size = { width: Math.max(0, width - gutter.left), height: Math.max(0, height - gutter.top) }
    this.#field = { size, count: this.#shown?.count ?? 0 }
    this.#view = isFitted ? fitMatrix(this.#field) : clampView(this.#view, this.#field)
  }

  protected override draw(context: CanvasRenderingContext2D) {
    if (this.#shown) paintMatrix(context, { ...this.#shown, view: this.#view, field: this.#field })
  }
}

/** Converts to a position relative to the corner of the cells. */
function toField({ x, y }: Point): Point {
  const at = { x: x - gutter.left, y: y - gutter.top }
  // The names cover cells that were moved beneath them.
  return at.x < 0 || at.y < 0 ? { x: -1, y: -1 } : at
}

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
export function findFixedRange({ metric, normalize }: MetricOptions): Range | null {
  if (metric === 'euclidean') return normalize ? [0, 2] : null
  return metric === 'cosine' || normalize ? [-1, 1] : null
}

/** A value as short as fits into a cell: `0.36`, `−12.5`, `1204`. */
function formatCell(value: number): string {
  const size = Math.abs(value)
  return formatDecimals(value, size < 9.995 ? 2 : size < 99.95 ? 1 : 0)
}

/** Space for the names left of and above the cells, in CSS pixels. */
const gutter = { left: 132, top: 84 } as const

interface PaintedMatrix {
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
function paintMatrix(context: CanvasRenderingContext2D, matrix: PaintedMatrix) {
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
