// The names of the table's columns, above its rows wherever they are scrolled to.
import type { ComponentProps } from 'react'
import { cellClassName, stateClassName } from './column-look'
import { TableRow } from './TableRow'

interface HeadLineProps {
  readonly columns: readonly string[]
  readonly isTitled: boolean
}

export function HeadLine({ columns, isTitled }: HeadLineProps) {
  return (
    <TableRow
      aria-rowindex={1}
      className="sticky top-0 z-10 flex h-7 items-center gap-3 bg-canvas px-2 font-medium text-faint text-xs"
    >
      <Head className="w-12 shrink-0 text-right">Row</Head>
      <Head className="min-w-0 flex-1">Text</Head>
      {isTitled && <Head className="w-32 shrink-0">Title</Head>}
      {columns.map((column) => (
        <Head key={column} title={column} className={cellClassName}>
          {column}
        </Head>
      ))}
      <Head className={stateClassName}>State</Head>
    </TableRow>
  )
}

function Head(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y: a `th` belongs in a `tr`; the table has the focus.
  return <div role="columnheader" {...props} />
}
