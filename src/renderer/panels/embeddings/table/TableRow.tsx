// A row of the table for whoever cannot see it: tables of HTML know no rows of which only some exist.
import type { ComponentProps } from 'react'

/** Not focusable: the table has the focus, and tells by its active descendant where it is. */
export function TableRow(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y: a `tr` would need a table around rows that lie where they are scrolled to.
  return <div role="row" {...props} />
}
