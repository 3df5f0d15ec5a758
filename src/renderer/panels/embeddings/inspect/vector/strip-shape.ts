// Lays out the values of a vector as cells, line by line, and handles keyboard movement.

export interface StripShape {
  readonly columns: number
  readonly lines: number
  /** The side of a cell, in CSS pixels. */
  readonly cell: number
}

/** Round numbers of columns, so that lines start at round indexes. */
const columnCounts = [16, 32, 64, 96, 128, 192, 256]
const minCellSize = 5
const maxCellSize = 14
/** In CSS pixels: the fewest columns, and so the largest cells, that fit this height are used. */
const preferredHeight = 200

export function shapeStrip(length: number, width: number): StripShape {
  const shapes = columnCounts
    .filter((count) => count * minCellSize <= width)
    .map((count) => shapeLines(length, width, count))
  const fitting = shapes.find(({ lines, cell }) => lines * cell <= preferredHeight)
  return fitting ?? shapes.at(-1) ?? shapeLines(length, width, 16)
}

function shapeLines(length: number, width: number, count: number): StripShape {
  const columns = Math.min(Math.max(1, length), count)
  const cell = Math.max(2, Math.min(maxCellSize, Math.floor(width / columns)))
  return { columns, lines: Math.ceil(length / columns), cell }
}

/** Returns an index from 0; null outside the cells. */
export function indexAt(
  shape: StripShape,
  length: number,
  at: { readonly x: number; readonly y: number },
): number | null {
  const column = Math.floor(at.x / shape.cell)
  const line = Math.floor(at.y / shape.cell)
  const index = line * shape.columns + column
  return column >= 0 && line >= 0 && column < shape.columns && index < length ? index : null
}

/** Returns null for other keys; does not move past the ends. */
export function moveIndex(
  index: number,
  key: string,
  strip: { columns: number; length: number },
): number | null {
  const last = strip.length - 1
  const to = steps[key]?.(index, strip.columns, last)
  return to === undefined ? null : Math.min(last, Math.max(0, to))
}

/** Lines of a page. */
const pageSize = 8

const steps: Readonly<Record<string, (index: number, columns: number, last: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  ArrowUp: (index, columns) => (index >= columns ? index - columns : index),
  ArrowDown: (index, columns, last) => (index + columns <= last ? index + columns : index),
  PageUp: (index, columns) => index - Math.min(pageSize, Math.floor(index / columns)) * columns,
  PageDown: (index, columns, last) =>
    index + Math.min(pageSize, Math.floor((last - index) / columns)) * columns,
  Home: () => 0,
  End: (_, __, last) => last,
}
