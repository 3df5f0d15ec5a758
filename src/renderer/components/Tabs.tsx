import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

interface Tab {
  readonly id: string
  readonly name: string
  readonly content: ReactNode
}

interface TabsProps {
  readonly label: string
  readonly value: string
  readonly tabs: readonly Tab[]
  readonly onChange: (id: string) => void
  /** To the right of the tabs. */
  readonly aside?: ReactNode
}

export function Tabs({ label, value, tabs, onChange, aside }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onChange} className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 items-center justify-between gap-2 border-line border-b px-5">
        <Radix.List aria-label={label} className="flex shrink-0 gap-4">
          {tabs.map(({ id, name }) => (
            <Radix.Trigger
              key={id}
              value={id}
              className="-mb-px h-8 border-transparent border-b-2 font-medium text-soft transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
            >
              {name}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {aside}
      </div>
      {tabs.map(({ id, content }) => (
        <Radix.Content key={id} value={id} className="flex min-h-0 flex-1 flex-col outline-offset-[-2px]">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
