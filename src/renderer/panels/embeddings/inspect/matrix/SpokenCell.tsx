// The cell that the keys are at, for whoever cannot see the canvas: the only one of the grid that exists.
import type { Cell } from './matrix-view'

interface AccessibleCellProps {
  readonly id: string
  readonly cell: Cell
  readonly words: string
}

export function AccessibleCell({ id, cell: { row, column }, words }: AccessibleCellProps) {
  return (
    // biome-ignore lint/a11y: a `tr` would need a table around cells that are drawn; the grid has the focus.
    <div role="row" aria-rowindex={row + 1} className="sr-only">
      {/* biome-ignore lint/a11y: another cell is another element, or it would not be spoken. */}
      <div key={id} id={id} role="gridcell" aria-colindex={column + 1} aria-selected>
        {words}
      </div>
    </div>
  )
}
