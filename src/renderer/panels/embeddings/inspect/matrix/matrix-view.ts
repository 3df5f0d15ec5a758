// Which part of a square of cells is seen, and how large: zooming, moving, and finding a cell again.
import type { Point, Size } from '../../../../media-viewer/picture-view'

export interface MatrixView {
  /** Pixels of the page for the side of a cell. */
  readonly cell: number
  /** The place of the first cell's corner, in pixels of the page from the field's corner. */
  readonly left: number
  readonly top: number
}

export interface MatrixField {
  readonly size: Size
  /** Cells along a side. */
  readonly count: number
}

export interface Cell {
  readonly row: number
  readonly column: number
}

/** Pixels of the page: a label has room beside a cell of that size. */
const largestCell = 64
/** Few cells are not blown up so far that they look like a flag. */
const largestFit = 48

export function fitMatrix({ size, count }: MatrixField): MatrixView {
  const cell = Math.min(largestFit, Math.max(1, Math.min(size.width, size.height)) / Math.max(1, count))
  return { cell, left: 0, top: 0 }
}

/** What lies under the point stays there. */
export function zoomMatrix(
  view: MatrixView,
  field: MatrixField,
  by: { factor: number; at: Point },
): MatrixView {
  const smallest = Math.min(fitMatrix(field).cell, view.cell)
  const cell = Math.min(largestCell, Math.max(smallest, view.cell * by.factor))
  const grown = cell / view.cell
  return confine(
    { cell, left: by.at.x - (by.at.x - view.left) * grown, top: by.at.y - (by.at.y - view.top) * grown },
    field,
  )
}

export function moveMatrix(view: MatrixView, field: MatrixField, by: Point): MatrixView {
  return confine({ ...view, left: view.left + by.x, top: view.top + by.y }, field)
}

export function cellAt(view: MatrixView, { count }: MatrixField, at: Point): Cell | null {
  const column = Math.floor((at.x - view.left) / view.cell)
  const row = Math.floor((at.y - view.top) / view.cell)
  const isIn = row >= 0 && column >= 0 && row < count && column < count
  return isIn ? { row, column } : null
}

/** Moved only as far as it takes to see the whole cell. */
export function revealCell(view: MatrixView, field: MatrixField, { row, column }: Cell): MatrixView {
  const reveal = (start: number, at: number, room: number) => {
    const from = start + at * view.cell
    if (from < 0) return start - from
    return from + view.cell > room ? start - (from + view.cell - room) : start
  }
  const { width, height } = field.size
  return confine(
    { ...view, left: reveal(view.left, column, width), top: reveal(view.top, row, height) },
    field,
  )
}

/** The cells that are seen along one side: from the first to before the last. */
export function seenCells(view: MatrixView, field: MatrixField, side: 'rows' | 'columns'): [number, number] {
  const [start, room] = side === 'rows' ? [view.top, field.size.height] : [view.left, field.size.width]
  const first = Math.max(0, Math.floor(-start / view.cell))
  return [first, Math.min(field.count, Math.ceil((room - start) / view.cell))]
}

/** At the corner where all of it is seen, and without a gap where there is more. */
export function confine(view: MatrixView, { size, count }: MatrixField): MatrixView {
  const side = view.cell * count
  const within = (start: number, room: number) => Math.min(0, Math.max(Math.min(0, room - side), start))
  return { cell: view.cell, left: within(view.left, size.width), top: within(view.top, size.height) }
}
