// Menus of actions, behind a button or as a context menu.
import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu, ContextMenu as RadixContextMenu } from 'radix-ui'
import { Fragment, type MouseEvent, type ReactElement } from 'react'
import { joinClasses } from './join-classes'
import { Kbd } from './Kbd'

export interface MenuItem {
  readonly name: string
  readonly icon?: LucideIcon
  /** Instead of an icon: a thumbnail, up to 40 pixels high. */
  readonly picture?: ReactElement
  readonly keys?: string | undefined
  readonly danger?: boolean
  readonly disabled?: boolean
  /** As a button, it shows a state that it switches. */
  readonly pressed?: boolean
  /** An option that is on or off. */
  readonly checked?: boolean
  /** The menu stays open, so that several options can be changed. */
  readonly staysOpen?: boolean
  /** A separator is above it. */
  readonly hasSeparator?: boolean
  readonly onSelect: () => void
}

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly align?: 'start' | 'end'
}

/** Opened by a button. */
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
          className={joinClasses(menuClassName, 'max-h-(--radix-dropdown-menu-content-available-height)')}
        >
          <MenuItems items={items} parts={DropdownMenu} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

interface ContextMenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  /** One element. The menu stays closed if its `onContextMenu` prevents the default. */
  readonly children: ReactElement
}

/** The operating system's menu of text fields and selected text takes precedence there. */
function allowSystemMenu(event: MouseEvent) {
  const { target } = event
  if (!(target instanceof Element)) return
  const selection = window.getSelection()
  const isSelected = selection !== null && !selection.isCollapsed && selection.containsNode(target, true)
  const isField = target.closest('input:not([type=checkbox]), textarea, [contenteditable="true"]') !== null
  if (isSelected || isField) event.stopPropagation()
}

/** Opened by a right click or the keyboard's menu key. */
export function ContextMenu({ label, items, children }: ContextMenuProps) {
  return (
    <RadixContextMenu.Root modal={false}>
      <RadixContextMenu.Trigger asChild onContextMenuCapture={allowSystemMenu}>
        {children}
      </RadixContextMenu.Trigger>
      <RadixContextMenu.Portal>
        <RadixContextMenu.Content
          aria-label={label}
          collisionPadding={8}
          onCloseAutoFocus={preserveMovedFocus}
          className={joinClasses(menuClassName, 'max-h-(--radix-context-menu-content-available-height)')}
        >
          <MenuItems items={items} parts={RadixContextMenu} />
        </RadixContextMenu.Content>
      </RadixContextMenu.Portal>
    </RadixContextMenu.Root>
  )
}

/** The selected action may have moved the focus: then it is not returned. */
function preserveMovedFocus(event: Event) {
  if (document.activeElement !== document.body) event.preventDefault()
}

const menuClassName =
  'z-60 min-w-44 max-w-80 animate-appear overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-raised'

interface MenuItemsProps {
  readonly items: readonly MenuItem[]
  /** The parts of the menu's kind. */
  readonly parts: Pick<typeof DropdownMenu, 'Item' | 'CheckboxItem' | 'Separator'>
}

function MenuItems({ items, parts }: MenuItemsProps) {
  return items.map(({ hasSeparator, ...item }) => (
    <Fragment key={item.name}>
      {hasSeparator && <parts.Separator className="mx-2 my-1 h-px bg-line" />}
      <MenuAction item={item} parts={parts} />
    </Fragment>
  ))
}

function MenuAction({
  item,
  parts: { Item, CheckboxItem },
}: { item: MenuItem } & Pick<MenuItemsProps, 'parts'>) {
  const { name, icon, picture, keys, danger, disabled, checked, staysOpen, onSelect } = item
  const Icon = icon ?? (checked === undefined ? undefined : Check)
  const shared = {
    disabled: disabled ?? false,
    onSelect: (event: Event) => {
      if (staysOpen) event.preventDefault()
      onSelect()
    },
    className: joinClasses(
      'flex items-center gap-2 rounded-md px-2 outline-none data-[disabled]:opacity-40 data-[highlighted]:bg-hover',
      picture ? 'h-12' : 'h-7',
      danger && 'text-danger',
    ),
  }
  const content = (
    <>
      {picture}
      {Icon && (
        <Icon
          size={14}
          aria-hidden="true"
          className={joinClasses(
            'shrink-0',
            danger ? 'text-danger' : 'text-faint',
            // The names of options that are off are aligned with those of others.
            !icon && !checked && 'invisible',
          )}
        />
      )}
      <span className="flex-1 truncate">{name}</span>
      {keys && <Kbd keys={keys} />}
    </>
  )
  if (checked === undefined) return <Item {...shared}>{content}</Item>
  return (
    <CheckboxItem {...shared} checked={checked}>
      {content}
    </CheckboxItem>
  )
}
