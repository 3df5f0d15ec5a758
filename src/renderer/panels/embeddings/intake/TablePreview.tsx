// The first rows of a file as they will be taken.
import { joinClasses } from '../../../components/join-classes'
import { type ColumnChoice, nameColumns } from './plan-columns'
import type { TableAnalysis } from './survey-table'

interface TablePreviewProps {
  readonly analysis: TableAnalysis
  readonly choice: ColumnChoice
}

const shown = 8

export function TablePreview({ analysis, choice: { hasHead, text, title } }: TablePreviewProps) {
  const others = Array.from({ length: analysis.width }, (_, at) => at).filter(
    (at) => at !== text && at !== title,
  )
  const order = [text, ...(title === null ? [] : [title]), ...others].slice(0, 12)
  const names = nameColumns(analysis, hasHead)
  const rows = analysis.sample.slice(hasHead ? 1 : 0).slice(0, shown)
  return (
    <section
      aria-label="First rows"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="max-h-56 min-h-24 overflow-auto rounded-lg border border-line"
    >
      <table className="w-full text-left text-sm">
        <thead className="sticky top-0 bg-sunken text-faint text-xs">
          <tr>
            {order.map((at) => (
              <th key={at} scope="col" className="whitespace-nowrap px-2 py-1 font-medium">
                {names[at]}
                {at === text && <span className="ml-1 text-accent">text</span>}
                {at === title && <span className="ml-1 text-accent">title</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file are known by their place alone.
            <tr key={index} className="h-6.5 border-line border-t">
              {order.map((at) => (
                <td
                  key={at}
                  className={joinClasses(
                    'max-w-72 truncate px-2 py-1',
                    at === text ? 'text-ink' : 'text-soft',
                  )}
                >
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
