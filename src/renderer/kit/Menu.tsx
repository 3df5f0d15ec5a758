// A few things that can be done, behind one button.
import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactElement } from 'react'
import { joinClasses } from './join-classes'
import { Kbd } from './Kbd'

export interface MenuItem {
  readonly name: string
  readonly icon?: LucideIcon
  readonly keys?: string
  readonly danger?: boolean
  readonly disabled?: boolean
  /** A line stands above it. */
  readonly apart?: boolean
  readonly onSelect: () => void
}

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
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-80 animate-appear overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-raised"
        >
          {items.map((item) => (
            <Item key={item.name} {...item} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function Item({ name, icon: Icon, keys, danger, disabled, apart, onSelect }: MenuItem) {
  return (
    <>
      {apart && <DropdownMenu.Separator className="mx-2 my-1 h-px bg-line" />}
      <DropdownMenu.Item
        disabled={disabled ?? false}
        onSelect={onSelect}
        className={joinClasses(
          'flex h-7 items-center gap-2 rounded-md px-2 outline-none data-[disabled]:opacity-40 data-[highlighted]:bg-hover',
          danger && 'text-danger',
        )}
      >
        {Icon && (
          <Icon
            size={14}
            aria-hidden="true"
            className={joinClasses('shrink-0', danger ? 'text-danger' : 'text-faint')}
          />
        )}
        <span className="flex-1 truncate">{name}</span>
        {keys && <Kbd keys={keys} />}
      </DropdownMenu.Item>
    </>
  )
}
