// A few things that can be done, behind one button.
import { DropdownMenu } from 'radix-ui'
import type { ReactElement } from 'react'
import { joinClasses } from './join-classes'
import { MenuEntries, type MenuItem, menuLook } from './MenuEntries'

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly align?: 'start' | 'end'
}

export function Menu({ trigger, label, items, align = 'end' }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={joinClasses(menuLook, 'max-h-(--radix-dropdown-menu-content-available-height)')}
        >
          <MenuEntries items={items} parts={DropdownMenu} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
