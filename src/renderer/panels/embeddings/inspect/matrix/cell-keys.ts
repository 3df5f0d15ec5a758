// Which cell of a matrix a key leads to.
import type { Cell } from './matrix-view'

/** Cells of a page. */
const page = 10

type Step = (cell: Cell, last: number) => Cell

const steps: Readonly<Record<string, Step>> = {
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  PageUp: ({ row, column }) => ({ row: row - page, column }),
  PageDown: ({ row, column }) => ({ row: row + page, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, last) => ({ row, column: last }),
}

/** With Control, Home and End lead to the corners. Null where the key means nothing here. */
export function moveCell(cell: Cell, pressed: { key: string; ctrlKey: boolean }, count: number): Cell | null {
  const last = count - 1
  if (pressed.ctrlKey) {
    if (pressed.key === 'Home') return { row: 0, column: 0 }
    return pressed.key === 'End' ? { row: last, column: last } : null
  }
  const to = steps[pressed.key]?.(cell, last)
  const within = (place: number) => Math.min(last, Math.max(0, place))
  return to ? { row: within(to.row), column: within(to.column) } : null
}
