// Parts that both import dialogs have: the choice of a column, and the first rows of the file.
import { Field } from '../../../components/Field'
import { joinClasses } from '../../../components/join-classes'
import { Select } from '../../../components/Select'

interface ColumnOption {
  /** The index of the column; null is none. */
  readonly at: number | null
  readonly label: string
  readonly description?: string
}

export const noColumn: ColumnOption = { at: null, label: 'None' }

export function toColumnOptions(names: readonly string[]): ColumnOption[] {
  return names.map((label, at) => ({ at, label }))
}

interface ColumnSelectProps {
  readonly label: string
  readonly value: number | null
  readonly options: readonly ColumnOption[]
  readonly onChange: (at: number | null) => void
}

export function ColumnSelect({ label, value, options, onChange }: ColumnSelectProps) {
  const groups = [{ label: '', options: options.map(({ at, ...option }) => ({ value: `${at}`, ...option })) }]
  return (
    <Field label={label}>
      {({ id }) => (
        <Select
          id={id}
          label={label}
          value={`${value}`}
          groups={groups}
          onChange={(next) => onChange(next === 'null' ? null : Number(next))}
        />
      )}
    </Field>
  )
}

interface ImportPreviewProps {
  readonly names: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly text: number | null
  readonly title: number | null
  /** The first numbers of each row's vector. */
  readonly vectors?: readonly (string | undefined)[]
}

const maxColumns = 12

export function ImportPreview({ names, rows, text, title, vectors }: ImportPreviewProps) {
  const others = names.map((_, at) => at).filter((at) => at !== text && at !== title)
  const order = [text, title, ...others].filter((at) => at !== null).slice(0, maxColumns)
  return (
    <section
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
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
            {vectors && (
              <th scope="col" className="whitespace-nowrap px-2 py-1 font-medium text-accent">
                vector
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no id.
            <tr key={row} className="h-6.5 border-line border-t">
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
              {vectors && (
                <td className="whitespace-nowrap px-2 py-1 font-mono text-soft text-xs tabular-nums">
                  {vectors[row]}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
