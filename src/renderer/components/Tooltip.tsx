// A short name beside a control, shown on hover and focus.
import { Tooltip as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { Kbd } from './Kbd'

interface TooltipProps {
  readonly label: string
  readonly keys?: string | undefined
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  /** Pixels between the two. */
  readonly offset?: number
  /** Asked each time before it opens; it closes where the label becomes another one. */
  readonly isWanted?: () => boolean
  readonly children: ReactNode
}

export function Tooltip({ label, keys, side = 'bottom', offset = 6, isWanted, children }: TooltipProps) {
  const [opened, setOpened] = useState<string | null>(null)
  const open = isWanted ? opened === label : opened !== null
  return (
    <Radix.Root
      open={open}
      onOpenChange={(wished) => setOpened(wished && (isWanted?.() ?? true) ? label : null)}
      // There is nothing in it to point at, and it must not lie over what there is.
      disableHoverableContent
    >
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          ref={letPointerThrough}
          side={side}
          sideOffset={offset}
          collisionPadding={8}
          className="z-50 flex max-w-72 animate-appear items-center gap-2 rounded-md border border-line bg-raised px-2 py-1 text-ink text-sm shadow-raised"
        >
          {label}
          {keys && <Kbd keys={keys} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** What it lies over can be pressed: Radix puts it into a box of its own, which would take the clicks. */
function letPointerThrough(content: HTMLElement | null) {
  content?.parentElement?.style.setProperty('pointer-events', 'none')
}

/** Once, around the application. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={500}>{children}</Radix.Provider>
}
