// A table in an answer, which scrolls by itself where it is wide, and can be copied.
import { Check, Copy } from 'lucide-react'
import { memo, type RefObject, useRef } from 'react'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { useCopied } from '../../../components/use-copied'
import { useHasPainted } from '../state/render-queue'
import type { MarkdownProps } from './markdown-props'
import { type TableRows, toCsv, toMarkdownTable } from './table-text'

export function MarkdownTable({ children }: MarkdownProps<'table'>) {
  const table = useRef<HTMLTableElement>(null)
  return (
    <div className="group/table relative">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section aria-label="Table" tabIndex={0} className="overflow-x-auto rounded-lg border border-line">
        <table ref={table}>{children}</table>
      </section>
      <TableMenu table={table} />
    </div>
  )
}

/** Stays as it is while the table is written. */
const TableMenu = memo(function TableMenu({ table }: { table: RefObject<HTMLTableElement | null> }) {
  const isTime = useHasPainted()
  const [copied, copy] = useCopied()
  const copyAs = (write: (rows: TableRows) => string) => {
    if (table.current) copy(write(readRows(table.current)))
  }
  if (!isTime) return null
  return (
    <Menu
      label="Copy table"
      trigger={
        <IconButton
          size="small"
          label={copied ? 'Copied' : 'Copy table'}
          icon={copied ? Check : Copy}
          className="absolute top-1 right-1 border border-line bg-raised opacity-0 focus-visible:opacity-100 group-hover/table:opacity-100 data-[state=open]:opacity-100"
        />
      }
      items={[
        { name: 'Copy as CSV', onSelect: () => copyAs(toCsv) },
        { name: 'Copy as Markdown', onSelect: () => copyAs(toMarkdownTable) },
      ]}
    />
  )
})

/** Formulas count as their source, citation marks not at all. */
function readRows(table: HTMLTableElement): TableRows {
  return [...table.rows].map((row) => [...row.cells].map(readCell))
}

function readCell(cell: HTMLTableCellElement): string {
  const copy = cell.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return ''
  for (const mark of copy.querySelectorAll('[data-mark]')) mark.remove()
  for (const formula of copy.querySelectorAll('.katex')) {
    const source = formula.querySelector('annotation')?.textContent ?? ''
    formula.replaceWith(source && `$${source}$`)
  }
  return copy.textContent.trim()
}
