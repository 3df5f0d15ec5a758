// A titled group of settings: what it is about, and its controls below.
import { type ReactNode, useId } from 'react'

interface SectionProps {
  /** The place that a list of sections leads to. */
  readonly id: string
  readonly title: string
  readonly description: string
  readonly children: ReactNode
}

export function Section({ id, title, description, children }: SectionProps) {
  const heading = useId()
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="flex scroll-mt-10 flex-col gap-5 border-line border-b py-8 last:border-b-0 min-[1000px]:scroll-mt-0"
    >
      <div className="flex flex-col gap-0.5">
        <h2 id={heading} tabIndex={-1} className="font-semibold text-lg outline-none">
          {title}
        </h2>
        <p className="max-w-[72ch] text-soft">{description}</p>
      </div>
      {children}
    </section>
  )
}
