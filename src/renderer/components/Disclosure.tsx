// Content that is collapsed below its summary.
import { ChevronRight } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import type { ReactNode } from 'react'

interface DisclosureProps {
  readonly summary: ReactNode
  readonly children: ReactNode
  /** Expanded initially. */
  readonly defaultOpen?: boolean
  /** Controls it instead. */
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

export function Disclosure({ summary, children, defaultOpen = false, ...controlled }: DisclosureProps) {
  return (
    <Collapsible.Root defaultOpen={defaultOpen} {...controlled}>
      <Collapsible.Trigger className="group -ml-1 flex h-6 max-w-full items-center gap-1 rounded-sm px-1 text-faint text-sm hover:text-ink">
        <ChevronRight
          size={14}
          aria-hidden="true"
          className="shrink-0 transition-transform group-data-[state=open]:rotate-90"
        />
        {summary}
      </Collapsible.Trigger>
      <Collapsible.Content className="animate-appear">{children}</Collapsible.Content>
    </Collapsible.Root>
  )
}
