// A question or a list in front of everything else.
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { joinClasses } from './join-classes'

interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  /** The title is only for screen readers. */
  readonly untitled?: boolean
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** The buttons, the decisive one last. */
  readonly actions?: ReactNode
  readonly className?: string
}

export function Dialog({
  open,
  onClose,
  title,
  untitled,
  description,
  children,
  actions,
  className,
}: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(stays) => !stays && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-veil" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={focusFirstAction}
          className={joinClasses(
            'fixed top-[16vh] left-1/2 z-50 flex max-h-[72vh] w-[min(480px,calc(100vw-48px))] -translate-x-1/2 animate-appear flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-raised',
            className,
          )}
        >
          <div className={untitled ? 'sr-only' : 'flex flex-col gap-1 px-5 pt-4 pb-3'}>
            <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
            {description && <Radix.Description className="text-soft">{description}</Radix.Description>}
          </div>
          {children}
          {actions && (
            <div data-actions className="flex justify-end gap-2 px-5 pt-2 pb-4">
              {actions}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The harmless answer to a question; dialogs without one focus what comes first in them. */
function focusFirstAction(event: Event) {
  const { target } = event
  const action = target instanceof Element ? target.querySelector('[data-actions] button') : null
  if (!(action instanceof HTMLElement)) return
  event.preventDefault()
  action.focus()
}
