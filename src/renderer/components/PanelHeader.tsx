// The title line of a panel.
import type { ReactNode } from 'react'

interface PanelHeaderProps {
  readonly title: string
  /** Replaces the title while it is being edited. */
  readonly titleField?: ReactNode
  /** A button before the title. */
  readonly lead?: ReactNode
  readonly children?: ReactNode
}

export function PanelHeader({ title, titleField, lead, children }: PanelHeaderProps) {
  return (
    <header className="flex h-11 shrink-0 items-center gap-3 border-line border-b px-6 in-data-[inspector=closed]:pr-14">
      {lead && <div className="-mr-1 -ml-4 shrink-0">{lead}</div>}
      {titleField ? (
        <div className="min-w-0 flex-1">{titleField}</div>
      ) : (
        <h1 dir="auto" className="min-w-0 flex-1 truncate text-left font-semibold">
          {title}
        </h1>
      )}
      {children}
    </header>
  )
}
