// A few things that can be done with what it surrounds, at a right click or the keyboard's menu key.
import { ContextMenu as Radix } from 'radix-ui'
import type { ReactElement } from 'react'
import { joinClasses } from './join-classes'
import { MenuEntries, type MenuItem, menuLook } from './MenuEntries'

interface ContextMenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  /** One element. Where its own `onContextMenu` prevents the default, none opens. */
  readonly children: ReactElement
}

export function ContextMenu({ label, items, children }: ContextMenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          collisionPadding={8}
          onCloseAutoFocus={leaveMovedFocus}
          className={joinClasses(menuLook, 'max-h-(--radix-context-menu-content-available-height)')}
        >
          <MenuEntries items={items} parts={Radix} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** What was chosen may have taken the focus elsewhere: it is not given back then. */
function leaveMovedFocus(event: Event) {
  if (document.activeElement !== document.body) event.preventDefault()
}
