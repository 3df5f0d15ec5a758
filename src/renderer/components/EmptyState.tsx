// Shown if there is nothing yet, with what to do about it.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly children: ReactNode
}

export function EmptyState({ icon: Icon, title, children }: EmptyStateProps) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 p-8 text-center">
      <span className="flex size-12 items-center justify-center rounded-xl border border-line bg-sunken text-faint">
        <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
      </span>
      <h2 className="font-semibold text-lg">{title}</h2>
      <div className="flex max-w-[52ch] flex-col items-center gap-4 text-soft">{children}</div>
    </div>
  )
}
