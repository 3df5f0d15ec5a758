// A table in an answer: scrolls if it is wide, and can be copied.
import { Check, Copy } from 'lucide-react'
import { unparse } from 'papaparse'
import { memo, type ReactNode, type RefObject, useRef } from 'react'
import { useCopied } from '../../../components/CopyButton'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { useHasPainted } from '../state/render-queue'

export function MarkdownTable({ children }: { children?: ReactNode; node?: unknown }) {
  const table = useRef<HTMLTableElement>(null)
  return (
    <div className="group/table relative">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard. */}
      <section aria-label="Table" tabIndex={0} className="overflow-x-auto rounded-lg border border-line">
        <table ref={table} dir="auto">
          {children}
        </table>
      </section>
      <TableMenu table={table} />
    </div>
  )
}

type TableRows = readonly (readonly string[])[]

/** Does not re-render while the table is streamed. */
const TableMenu = memo(function TableMenu({ table }: { table: RefObject<HTMLTableElement | null> }) {
  const hasPainted = useHasPainted()
  const [copied, copy] = useCopied()
  const copyAs = (format: (rows: TableRows) => string) => {
    if (table.current) copy(format([...table.current.rows].map((row) => [...row.cells].map(readCell))))
  }
  if (!hasPainted) return null
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

/** Formulas are copied as their source; citation marks are omitted. */
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

/** Prefixes a cell that a spreadsheet would run as a formula. */
export function toCsv(rows: TableRows): string {
  const toSafeCell = (cell: string) => (/^[=@\t]|^[+-](?![\d.,\s]*%?$)/.test(cell) ? `'${cell}` : cell)
  return `${unparse(rows.map((row) => row.map(toSafeCell)))}\r\n`
}

export function toMarkdownTable([head = [], ...body]: TableRows): string {
  const toLine = (cells: readonly string[]) => `| ${cells.map(toMarkdownCell).join(' | ')} |`
  return [toLine(head), `| ${head.map(() => '---').join(' | ')} |`, ...body.map(toLine)].join('\n')
}

function toMarkdownCell(cell: string): string {
  const lines = cell.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll('|', '\\|')
}
