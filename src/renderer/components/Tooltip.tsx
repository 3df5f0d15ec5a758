// A short name beside a control, shown on hover and focus.
import { Tooltip as Radix } from 'radix-ui'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Kbd } from './Kbd'

interface TooltipProps {
  readonly label: string
  readonly keys?: string | undefined
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  /** Distance in pixels. */
  readonly offset?: number
  /** Checked each time before it opens; with it, a changed label closes the tooltip. */
  readonly shouldOpen?: () => boolean
  readonly children: ReactNode
}

export function Tooltip({ label, keys, side = 'bottom', offset = 6, shouldOpen, children }: TooltipProps) {
  const [opened, setOpened] = useState<string | null>(null)
  const open = shouldOpen ? opened === label : opened !== null
  const trigger = useRef<HTMLButtonElement>(null)
  // As soon as it is visible, Escape may be pressed.
  useLayoutEffect(() => {
    if (!open) return
    const handleEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || ownsEscape(trigger.current)) return
      flushSync(() => setOpened(null))
      // Radix passes the key only to its topmost layer: now to the one below, such as a dialog.
      flushSync(() => document.dispatchEvent(new CustomEvent('dismissableLayer.update')))
    }
    window.addEventListener('keydown', handleEscape, { capture: true })
    return () => window.removeEventListener('keydown', handleEscape, { capture: true })
  }, [open])
  return (
    <Radix.Root
      open={open}
      onOpenChange={(isOpen) => setOpened(isOpen && (shouldOpen?.() ?? true) ? label : null)}
      // It has no interactive content, and must not cover other controls.
      disableHoverableContent
    >
      <Radix.Trigger asChild ref={trigger}>
        {children}
      </Radix.Trigger>
      {/* Radix itself would keep it for a moment if it closes right after it has opened, and it would take Escape. */}
      {open && (
        <Radix.Portal forceMount>
          <Radix.Content
            forceMount
            ref={ignorePointer}
            side={side}
            sideOffset={offset}
            collisionPadding={8}
            className="z-50 flex max-w-72 animate-appear items-center gap-2 rounded-md border border-line bg-raised px-2 py-1 text-ink text-sm shadow-raised"
          >
            <span dir="auto">{label}</span>
            {keys && <Kbd keys={keys} />}
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  )
}

/**
 * Escape closes only the tooltip if the user has moved the focus to its control, outside of a dialog. In a dialog, or
 * while the pointer merely rests on the control, the tooltip closes, and the key does what it would do without it.
 */
function ownsEscape(trigger: HTMLElement | null): boolean {
  if (!trigger || trigger.closest('[role="dialog"]')) return false
  return trigger.matches(':focus-visible') || trigger.querySelector(':focus-visible') !== null
}

/** Controls below it can be pressed: Radix wraps it in a box, which would intercept clicks. */
function ignorePointer(content: HTMLElement | null) {
  content?.parentElement?.style.setProperty('pointer-events', 'none')
}

/** Once, around the application. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={500}>{children}</Radix.Provider>
}
