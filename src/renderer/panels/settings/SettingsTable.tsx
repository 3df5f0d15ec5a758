// The table of a section in Settings, which scrolls sideways where the window is narrow.
import type { ReactNode } from 'react'

interface SettingsTableProps {
  readonly label: string
  /** `narrow` fits three columns. */
  readonly width?: 'narrow' | 'usual'
  /** After the column of models: each with the class of its width. */
  readonly columns: readonly (readonly [title: string, width: string])[]
  /** The class of the width of the last column, which has buttons. */
  readonly actions: string
  /** Rows. */
  readonly children: ReactNode
}

export function SettingsTable({ label, width = 'usual', columns, actions, children }: SettingsTableProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
      tabIndex={0}
      className="relative w-full overflow-x-auto rounded-lg border border-line-strong"
    >
      <table
        className={`w-full table-fixed text-sm ${width === 'narrow' ? 'min-w-[440px]' : 'min-w-[520px]'}`}
      >
        <thead>
          <tr className="bg-sunken text-left text-faint">
            <th scope="col" className="h-8 pl-3 font-medium">
              Model
            </th>
            {columns.map(([title, columnWidth]) => (
              <th key={title} scope="col" className={`px-2 font-medium ${columnWidth}`}>
                {title}
              </th>
            ))}
            <th scope="col" className={`pr-2 ${actions}`}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
