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
  /** `large` takes most of the window, for work that needs room, `full` all; a `drawer` stands at its left edge. */
  readonly size?: 'usual' | 'large' | 'full' | 'drawer'
}

const centered = 'inset-x-0 mx-auto rounded-xl border'
const sizes = {
  usual: `${centered} top-[16vh] max-h-[72vh] w-[min(480px,calc(100vw-48px))] short:top-[4vh] short:max-h-[92vh]`,
  large: `${centered} top-[4vh] h-[92vh] w-[min(1160px,calc(100vw-48px))]`,
  full: 'inset-0',
  drawer: 'inset-y-0 left-0 w-[min(288px,calc(100vw-48px))] border-r',
} as const

export function Dialog({
  open,
  onClose,
  title,
  untitled,
  description,
  children,
  actions,
  className,
  size = 'usual',
}: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(stays) => !stays && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-veil" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={takeFocus}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={keepForToasts}
          onEscapeKeyDown={keepForField}
          className={joinClasses(
            'fixed z-50 flex animate-appear flex-col overflow-y-auto overflow-x-hidden border-line bg-raised shadow-raised outline-none',
            sizes[size],
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

/** A message over the dialog may offer a way back: that is no way out of the dialog. */
function keepForToasts(event: Event) {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]')) event.preventDefault()
}

/** A field may have a use of its own for Escape. */
function keepForField(event: Event) {
  if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault()
}

/** What had the focus before; one dialog that follows another leaves it as it is. */
let opener: Element | null = null

/** The field or the stage, or the editor in the place, that a dialog marks as its first. */
const firstFocus =
  'input[data-first-focus], textarea[data-first-focus], [tabindex][data-first-focus], [data-first-focus] [contenteditable="true"]'

/** What is marked, or the harmless answer to a question, or a field; a dialog with neither takes the focus itself. */
function takeFocus(event: Event) {
  const { activeElement } = document
  if (activeElement && activeElement !== document.body) opener = activeElement
  const { target } = event
  if (!(target instanceof HTMLElement)) return
  const action = target.querySelector<HTMLElement>('[data-actions] button')
  const wished = target.querySelector<HTMLElement>(firstFocus)
  if (!wished && !action && target.querySelector('input')) return
  event.preventDefault()
  const focused = wished ?? action ?? target
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
