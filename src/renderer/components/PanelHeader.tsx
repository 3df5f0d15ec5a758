import type { ReactNode } from 'react'
import { joinClasses } from './join-classes'

interface PanelHeaderProps {
  readonly title: string
  /** Replaces the title while it is being edited. */
  readonly titleField?: ReactNode
  /** A button before the title. */
  readonly lead?: ReactNode
  /** In a narrow window, the children continue on further lines. */
  readonly wraps?: boolean
  readonly children?: ReactNode
}

export function PanelHeader({ title, titleField, lead, wraps = false, children }: PanelHeaderProps) {
  return (
    <header
      className={joinClasses(
        'flex shrink-0 items-center gap-x-3 border-line border-b px-6 in-data-[inspector=closed]:pr-14',
        wraps ? 'min-h-11 flex-wrap gap-y-1 py-1' : 'h-11',
      )}
    >
      {lead && <div className="-mr-1 -ml-4 shrink-0">{lead}</div>}
      {titleField ? (
        <div className="min-w-0 flex-1">{titleField}</div>
      ) : (
        <h1
          dir="auto"
          className={joinClasses('flex-1 truncate text-left font-semibold', wraps ? 'min-w-fit' : 'min-w-0')}
        >
          {title}
        </h1>
      )}
      {children}
    </header>
  )
}
