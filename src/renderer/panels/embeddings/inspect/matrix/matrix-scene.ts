// The matrix on its canvas: its cells, the names beside them, and which part of it is visible.
import type { Point } from '../../../../components/use-pan-zoom'
import { CanvasScene } from '../canvas-scene'
import {
  type Cell,
  cellAt,
  clampView,
  fitMatrix,
  type MatrixField,
  type MatrixView,
  moveMatrix,
  revealCell,
  zoomMatrix,
} from './matrix-cells'
import { gutter, type PaintedMatrix, paintMatrix } from './paint-matrix'

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
