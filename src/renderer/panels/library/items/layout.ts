// Lays out the items: as a list, or as a grid with date groups and rows that fill the width at their aspect ratios.
import { toRowHeight } from '../../../components/row-height'

export type View = 'grid' | 'list'

/** A row of items, or the heading of a date group, which has none. */
interface ItemRow {
  /** The index of its first item; of a heading, that of the first item below. */
  readonly first: number
  readonly count: number
  /** CSS pixels, like every length; from the top of the first row. */
  readonly start: number
  readonly height: number
  readonly heading?: string
}

interface Cell {
  readonly width: number
  readonly height: number
}

export interface Layout {
  readonly rowCount: number
  row(at: number): ItemRow
  /** The row that contains the item. */
  rowOf(index: number): number
  /** The item's picture, without the text below. */
  cellOf(index: number): Cell
  /** Returns the nearest item `by` rows further down; stays in the first and the last row. */
  moveRows(index: number, by: number): number
  /** A new function for each layout, so that the rows are measured again. */
  readonly keyOf: (row: number) => number
}

export const gap = 12
const captionHeight = 46
const headingHeight = 32
const listRowHeight = 44
const listCell: Cell = { width: 36, height: 36 }
/** CSS pixels. */
const sideInSmallWindow = 140
const sideInLargeWindow = 176
const largeWidth = 1_400

/** The limits of the size that the user chooses, in CSS pixels. */
export const thumbnailSizes = { min: 92, max: 332, step: 24 } as const

/** The size of thumbnails until the user has chosen one. */
export function defaultThumbnail(width: number): number {
  return width >= largeWidth ? sideInLargeWindow : sideInSmallWindow
}

export function layOutList(total: number): Layout {
  const height = toRowHeight(listRowHeight)
  return {
    rowCount: total,
    row: (at) => ({ first: at, count: 1, start: at * height, height }),
    rowOf: (index) => index,
    cellOf: () => listCell,
    moveRows: (index, by) => Math.max(0, Math.min(total - 1, index + by)),
    keyOf: (row) => row,
  }
}

interface Group {
  /** Empty: the group has no heading. */
  readonly heading: string
  readonly count: number
}

interface GridOptions {
  /** Width over height of each item. */
  readonly ratios: readonly number[]
  /** Each has consecutive items; together they have all. */
  readonly groups: readonly Group[]
  readonly width: number
  /** The height of a row's pictures; each row is a little lower or higher, so that it fills the width. */
  readonly side: number
}

/** Very tall and very wide pictures leave space beside them, so that texts fit below and rows are not too low. */
const ratioLimits = { min: 0.7, max: 2.5 }

export function layOutGrid({ ratios, groups, width, side }: GridOptions): Layout {
  const ratioOf = (index: number) =>
    Math.min(ratioLimits.max, width / side, Math.max(ratioLimits.min, ratios[index] ?? 1))
  const rows: ItemRow[] = []
  let start = 0
  let first = 0
  const add = (row: Pick<ItemRow, 'count' | 'height' | 'heading'>) => {
    rows.push({ first, start, ...row })
    first += row.count
    start += row.height
  }
  for (const { heading, count } of groups) {
    if (heading) add({ count: 0, height: toRowHeight(headingHeight), heading })
    const end = first + count
    while (first < end) {
      const row = fillRow({ ratioOf, first, end, width, side })
      add({ count: row.count, height: row.height + toRowHeight(captionHeight) + gap })
    }
  }
  const rowOf = (index: number) => findRow(rows, index)
  const rowAt = (at: number): ItemRow => rows[at] ?? { first: ratios.length, count: 0, start, height: 0 }
  const cellOf = (index: number): Cell => {
    const height = rowAt(rowOf(index)).height - toRowHeight(captionHeight) - gap
    return { width: Math.floor(ratioOf(index) * height), height: Math.floor(height) }
  }
  const centerOf = (index: number) => {
    const { first: from } = rowAt(rowOf(index))
    const before = Array.from({ length: index - from }, (_, at) => cellOf(from + at).width + gap)
    return before.reduce((sum, each) => sum + each, 0) + cellOf(index).width / 2
  }
  const moveRows = (index: number, by: number) => {
    const current = rowOf(index)
    const target = findItemRow(rows, current, by)
    if (target === current) return index
    const { first: from, count } = rowAt(target)
    const center = centerOf(index)
    const distances = Array.from({ length: count }, (_, at) => Math.abs(centerOf(from + at) - center))
    return from + distances.indexOf(Math.min(...distances))
  }
  return { rowCount: rows.length, row: rowAt, rowOf, cellOf, moveRows, keyOf: (row) => row }
}

interface FillOptions extends Pick<GridOptions, 'width' | 'side'> {
  readonly ratioOf: (index: number) => number
  readonly first: number
  readonly end: number
}

/** As many items as make the row's height the nearest to `side`; the last row of a group is not stretched. */
function fillRow({ ratioOf, first, end, width, side }: FillOptions): { count: number; height: number } {
  const heightOf = (count: number, sum: number) => (width - gap * (count - 1)) / sum
  let sum = 0
  for (let count = 1; first + count <= end; count += 1) {
    const before = sum
    sum += ratioOf(first + count - 1)
    const height = heightOf(count, sum)
    if (height > side) continue
    const higher = count > 1 ? heightOf(count - 1, before) : Number.POSITIVE_INFINITY
    return higher - side < side - height ? { count: count - 1, height: higher } : { count, height }
  }
  return { count: end - first, height: side }
}

/** The last row that starts at or before the item: a heading starts with the row below it. */
function findRow(rows: readonly ItemRow[], index: number): number {
  let [low, high] = [0, rows.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((rows[middle]?.first ?? 0) <= index) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}

/** Headings do not count. */
function findItemRow(rows: readonly ItemRow[], from: number, by: number): number {
  const step = Math.sign(by)
  let [found, left] = [from, Math.abs(by)]
  for (let at = from + step; left > 0 && rows[at]; at += step) {
    if (rows[at]?.count === 0) continue
    found = at
    left -= 1
  }
  return found
}
