import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { type FocusHistory, focusLast, readFocusHistory } from './focus-history'
import { IconButton } from './IconButton'
import { joinClasses } from './join-classes'

interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  /** The title is for screen readers only. */
  readonly untitled?: boolean
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** The buttons, the confirming one last. */
  readonly actions?: ReactNode
  readonly className?: string
  /** `large` fills most of the window, `full` all of it; drawers are at its edges. */
  readonly size?: 'usual' | 'large' | 'full' | 'left-drawer' | 'right-drawer' | 'wide-drawer'
}

const centered = 'inset-x-0 mx-auto rounded-xl border'
const sizes = {
  usual: `${centered} top-[16vh] max-h-[72vh] w-[min(480px,calc(100vw-48px))] short:top-[4vh] short:max-h-[92vh]`,
  large: `${centered} top-[4vh] h-[92vh] w-[min(1160px,calc(100vw-48px))]`,
  full: 'inset-0',
  'left-drawer': 'inset-y-0 left-0 w-[min(288px,calc(100vw-48px))] border-r',
  'wide-drawer': 'inset-y-0 right-0 w-[min(620px,calc(100vw-48px))] border-l',
  'right-drawer': 'inset-y-0 right-0 w-[min(320px,calc(100vw-48px))] border-l',
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
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-veil" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={focusFirst}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={ignoreToasts}
          onEscapeKeyDown={ignoreFields}
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

/** Pressing a toast, which may offer an undo, does not close the dialog. */
function ignoreToasts(event: Event) {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]')) event.preventDefault()
}

/** A field may handle Escape itself. */
function ignoreFields(event: Event) {
  if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault()
}

/** By the content of each open dialog: what had the focus before. */
const histories = new WeakMap<EventTarget, FocusHistory>()

/** The element that a dialog marks as its first: a field, a focusable element, or the editor inside. */
const firstFocus =
  'input[data-first-focus], textarea[data-first-focus], [tabindex][data-first-focus], [data-first-focus] [contenteditable="true"]'

/** The marked element, the first (harmless) action, or a field; else the dialog itself. */
function focusFirst(event: Event) {
  const { target } = event
  if (!(target instanceof HTMLElement)) return
  histories.set(target, readFocusHistory())
  const action = target.querySelector<HTMLElement>('[data-actions] button')
  const marked = target.querySelector<HTMLElement>(firstFocus)
  if (!marked && !action && target.querySelector('input')) return
  event.preventDefault()
  const first = marked ?? action ?? target
  first.focus()
}

/** Unless the focus has moved elsewhere; to the panel if the control that opened the dialog is gone. */
function returnFocus(event: Event) {
  event.preventDefault()
  const { target } = event
  if (!target || document.activeElement !== document.body) return
  // A dialog that had the focus before Radix could set it has no history of its own.
  if (!focusLast(histories.get(target) ?? readFocusHistory()))
    document.querySelector<HTMLElement>('main')?.focus()
}
