// A question or a list in front of everything else.
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from './IconButton'
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
          onOpenAutoFocus={takeFocus}
          onCloseAutoFocus={returnFocus}
          className={joinClasses(
            'fixed top-[16vh] left-1/2 z-50 flex max-h-[72vh] w-[min(480px,calc(100vw-48px))] -translate-x-1/2 animate-appear flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-raised outline-none',
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
          {!untitled && !actions && (
            <IconButton label="Close" icon={X} onClick={onClose} className="absolute top-3 right-3" />
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** What had the focus before; one dialog that follows another leaves it as it is. */
let opener: Element | null = null

/** The harmless answer to a question, or a field; a dialog with neither takes the focus itself. */
function takeFocus(event: Event) {
  const { activeElement } = document
  if (activeElement && activeElement !== document.body) opener = activeElement
  const { target } = event
  if (!(target instanceof HTMLElement)) return
  const action = target.querySelector<HTMLElement>('[data-actions] button')
  if (!action && target.querySelector('input')) return
  event.preventDefault()
  const focused = action ?? target
  focused.focus()
}

/** Unless the focus has been called elsewhere; where what opened the dialog is gone, to the panel. */
function returnFocus(event: Event) {
  event.preventDefault()
  const { activeElement } = document
  if (activeElement?.closest('[role="dialog"]')) return
  const heir = opener?.isConnected ? opener : document.querySelector('main')
  opener = null
  if (activeElement === document.body && heir instanceof HTMLElement) heir.focus()
}
