// What a menu offers, line by line, however it was opened.
import type { LucideIcon } from 'lucide-react'
import type { DropdownMenu } from 'radix-ui'
import { Fragment } from 'react'
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

/** The frame they stand in. */
export const menuLook =
  'z-60 min-w-44 max-w-80 animate-appear overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-raised'

interface MenuEntriesProps {
  readonly items: readonly MenuItem[]
  /** Of the kind of menu they stand in. */
  readonly parts: Pick<typeof DropdownMenu, 'Item' | 'Separator'>
}

export function MenuEntries({ items, parts: { Item, Separator } }: MenuEntriesProps) {
  return items.map(({ name, icon: Icon, keys, danger, disabled, apart, onSelect }) => (
    <Fragment key={name}>
      {apart && <Separator className="mx-2 my-1 h-px bg-line" />}
      <Item
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
      </Item>
    </Fragment>
  ))
}
