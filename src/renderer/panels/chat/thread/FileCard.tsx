// A file that is not shown itself: its name or kind, and what is known of it.
import { File, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface FileCardProps {
  readonly icon?: LucideIcon
  readonly title: string
  readonly children?: ReactNode
}

export function FileCard({ icon: Icon = File, title, children }: FileCardProps) {
  return (
    <div className="flex min-w-0 max-w-full items-center gap-3 self-start rounded-lg border border-line bg-raised px-3 py-2">
      <Icon size={20} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-faint" />
      <div className="flex min-w-0 flex-col">
        <span title={title} className="selectable truncate font-medium">
          {title}
        </span>
        <span className="selectable truncate text-faint text-sm">{children}</span>
      </div>
    </div>
  )
}
