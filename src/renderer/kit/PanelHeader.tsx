// The title line of a panel.
import type { ReactNode } from 'react'

export function PanelHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="flex h-11 shrink-0 items-center gap-3 border-line border-b px-6 in-data-[inspector=closed]:pr-14">
      <h1 className="min-w-0 flex-1 truncate font-semibold">{title}</h1>
      {children}
    </header>
  )
}
