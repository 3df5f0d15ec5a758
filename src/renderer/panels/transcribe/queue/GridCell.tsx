// A part of a row of the list, with its words or its buttons, for whoever cannot see it.
import type { ComponentProps } from 'react'

export function GridCell(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y: a `td` belongs in a `tr`; what can be focused is in the cell.
  return <div role="gridcell" {...props} />
}
