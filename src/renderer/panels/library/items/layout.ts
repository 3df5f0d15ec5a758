// Computes the layout of the items: as many columns as fit, in rows of equal height.

export type View = 'grid' | 'list'

export interface Layout {
  readonly columns: number
  /** The side of a cell's image, in CSS pixels. */
  readonly cell: number
  readonly rowHeight: number
}

export const gap = 12
const captionHeight = 46
const listRowHeight = 44
/** CSS pixels. */
const minCell = 140
const minCellInLargeWindow = 176
const largeWidth = 1_400

/** The limits of the size that the user chooses, in CSS pixels. */
export const thumbnailSizes = { min: 92, max: 332, step: 24 } as const

/** The size of thumbnails until the user has chosen one. */
export function defaultThumbnail(width: number): number {
  return width >= largeWidth ? minCellInLargeWindow : minCell
}

/** `thumbnail`: the minimum side of a cell; null for the default. */
export function toLayout(view: View, width: number, thumbnail: number | null): Layout {
  if (view === 'list') return { columns: 1, cell: 36, rowHeight: listRowHeight }
  const minSide = thumbnail ?? defaultThumbnail(width)
  const columns = Math.max(2, Math.floor((width + gap) / (minSide + gap)))
  const cell = Math.max(1, Math.floor((width - gap * (columns - 1)) / columns))
  return { columns, cell, rowHeight: cell + captionHeight + gap }
}

export function countRows(total: number, { columns }: Layout): number {
  return Math.ceil(total / columns)
}

export function toRow(index: number, { columns }: Layout): number {
  return Math.floor(index / columns)
}
