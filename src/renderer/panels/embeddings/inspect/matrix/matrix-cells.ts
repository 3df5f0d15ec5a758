// The geometry of a matrix: its rows, its visible part and scale, and keyboard movement.
import type { Point, Size } from '../../../../components/use-pan-zoom'

export interface MatrixView {
  /** The side of a cell, in CSS pixels. */
  readonly cell: number
  /** The position of the first cell's corner, in CSS pixels from the field's corner. */
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

/** In CSS pixels: a label fits beside a cell of this size. */
const maxCellSize = 64
/** A few cells are not enlarged further than this. */
const maxFittedCellSize = 48

export function fitMatrix({ size, count }: MatrixField): MatrixView {
  const cell = Math.min(
    maxFittedCellSize,
    Math.max(1, Math.min(size.width, size.height)) / Math.max(1, count),
  )
  return { cell, left: Math.max(0, (size.width - cell * count) / 2), top: 0 }
}

/** The cell under the point stays there. */
export function zoomMatrix(
  view: MatrixView,
  field: MatrixField,
  by: { factor: number; at: Point },
): MatrixView {
  const minCellSize = Math.min(fitMatrix(field).cell, view.cell)
  const cell = Math.min(maxCellSize, Math.max(minCellSize, view.cell * by.factor))
  const factor = cell / view.cell
  return clampView(
    { cell, left: by.at.x - (by.at.x - view.left) * factor, top: by.at.y - (by.at.y - view.top) * factor },
    field,
  )
}

export function moveMatrix(view: MatrixView, field: MatrixField, by: Point): MatrixView {
  return clampView({ ...view, left: view.left + by.x, top: view.top + by.y }, field)
}

export function cellAt(view: MatrixView, { count }: MatrixField, at: Point): Cell | null {
  const column = Math.floor((at.x - view.left) / view.cell)
  const row = Math.floor((at.y - view.top) / view.cell)
  const isInside = row >= 0 && column >= 0 && row < count && column < count
  return isInside ? { row, column } : null
}

/** Moves only as far as needed to show the whole cell. */
export function revealCell(view: MatrixView, field: MatrixField, { row, column }: Cell): MatrixView {
  const reveal = (start: number, at: number, size: number) => {
    const from = start + at * view.cell
    if (from < 0) return start - from
    return from + view.cell > size ? start - (from + view.cell - size) : start
  }
  const { width, height } = field.size
  return clampView(
    { ...view, left: reveal(view.left, column, width), top: reveal(view.top, row, height) },
    field,
  )
}

/** The range of visible cells along one side; the end is exclusive. */
export function visibleCells(
  view: MatrixView,
  field: MatrixField,
  side: 'rows' | 'columns',
): [number, number] {
  const [start, size] = side === 'rows' ? [view.top, field.size.height] : [view.left, field.size.width]
  const first = Math.max(0, Math.floor(-start / view.cell))
  return [first, Math.min(field.count, Math.ceil((size - start) / view.cell))]
}

/** Centered if all columns are visible, otherwise without a gap at the edges. */
export function clampView(view: MatrixView, { size, count }: MatrixField): MatrixView {
  const side = view.cell * count
  const clamp = (start: number, size: number) => Math.min(0, Math.max(Math.min(0, size - side), start))
  const left = side < size.width ? (size.width - side) / 2 : clamp(view.left, size.width)
  return { cell: view.cell, left, top: clamp(view.top, size.height) }
}

/** Rows along a side: a million cells. */
export const maxMatrixRows = 1000

export const rowSubsets = ['first', 'spread', 'near'] as const
export type RowSubset = (typeof rowSubsets)[number]

/** The first rows, in the order of the set. */
export function pickFirst(rowIds: Uint32Array): number[] {
  return Array.from(rowIds.subarray(0, maxMatrixRows))
}

/** Evenly spaced rows, from the first to the last. */
export function pickSpread(rowIds: Uint32Array): number[] {
  if (rowIds.length <= maxMatrixRows) return Array.from(rowIds)
  const step = (rowIds.length - 1) / (maxMatrixRows - 1)
  return Array.from({ length: maxMatrixRows }, (_, index) => rowIds[Math.round(index * step)] ?? 0)
}

/** Cells of a page. */
const pageSize = 10

type Step = (cell: Cell, last: number) => Cell

const steps: Readonly<Record<string, Step>> = {
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  PageUp: ({ row, column }) => ({ row: row - pageSize, column }),
  PageDown: ({ row, column }) => ({ row: row + pageSize, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, last) => ({ row, column: last }),
}

/** With Control, Home and End move to the corners. Returns null for other keys. */
export function moveCell(cell: Cell, pressed: { key: string; ctrlKey: boolean }, count: number): Cell | null {
  const last = count - 1
  if (pressed.ctrlKey) {
    if (pressed.key === 'Home') return { row: 0, column: 0 }
    return pressed.key === 'End' ? { row: last, column: last } : null
  }
  const to = steps[pressed.key]?.(cell, last)
  const clamp = (index: number) => Math.min(last, Math.max(0, index))
  return to ? { row: clamp(to.row), column: clamp(to.column) } : null
}
