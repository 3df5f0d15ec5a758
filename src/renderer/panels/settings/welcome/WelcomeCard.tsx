// One way to start.
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'

interface CardProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

export function Card({ icon: Icon, title, text, children }: CardProps) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="flex min-w-0 flex-col gap-3 rounded-xl border border-line bg-canvas px-5 py-4"
    >
      <div className="flex flex-col gap-1">
        <h2 id={heading} className="flex items-center gap-2 font-semibold text-lg">
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="text-faint" />
          {title}
        </h2>
        <p className="text-soft">{text}</p>
      </div>
      {children}
    </section>
  )
}
