// A collapsible section; collapsed, it summarizes what is set.
import { ChevronRight } from 'lucide-react'
import { Accordion } from 'radix-ui'
import type { ReactNode } from 'react'

interface CollapsibleSectionProps {
  readonly id: string
  readonly title: string
  readonly summary?: string
  readonly children: ReactNode
}

export function CollapsibleSection({ id, title, summary, children }: CollapsibleSectionProps) {
  return (
    <Accordion.Item
      value={id}
      className="relative after:absolute after:right-1 after:bottom-0 after:left-4 after:h-px after:bg-line"
    >
      <Accordion.Header asChild>
        <h3>
          <Accordion.Trigger
            aria-description={summary || undefined}
            className="group flex h-9 w-full items-center gap-1.5 pr-1 pl-2.5 text-left outline-offset-[-2px] transition-colors hover:bg-hover"
          >
            <ChevronRight
              size={14}
              aria-hidden="true"
              className="shrink-0 text-faint transition-transform group-data-[state=open]:rotate-90"
            />
            <span className="shrink-0 font-medium">{title}</span>
            {summary && (
              <span
                aria-hidden="true"
                className="ml-auto truncate pl-3 text-faint text-sm group-data-[state=open]:hidden"
              >
                {summary}
              </span>
            )}
          </Accordion.Trigger>
        </h3>
      </Accordion.Header>
      <Accordion.Content className="flex flex-col gap-3 pt-1 pr-1 pb-4 pl-4">{children}</Accordion.Content>
    </Accordion.Item>
  )
}
