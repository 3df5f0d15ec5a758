// A row of the list for whoever cannot see it: tables of HTML know no rows of which only some exist.
import type { ComponentProps } from 'react'

interface GridRowProps extends ComponentProps<'div'> {
  /** From 0 on, in the whole list. */
  readonly index: number
}

/** Not focusable: the list has the focus, and tells by its active descendant where it is. */
export function GridRow({ index, ...rest }: GridRowProps) {
  // biome-ignore lint/a11y: a `tr` would need a table around rows that lie where they are scrolled to.
  return <div role="row" aria-rowindex={index + 1} {...rest} />
}
