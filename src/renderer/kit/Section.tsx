// A titled group of settings: what it is about at the left, its controls at the right.
import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: string
  readonly description: string
  readonly children: ReactNode
}

export function Section({ title, description, children }: SectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-4 border-line border-b py-8 last:border-b-0 min-[1000px]:grid-cols-[224px_minmax(0,1fr)]"
    >
      <div className="flex flex-col gap-1">
        <h2 id={id} className="font-semibold text-lg">
          {title}
        </h2>
        <p className="text-soft text-sm">{description}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-5">{children}</div>
    </section>
  )
}
