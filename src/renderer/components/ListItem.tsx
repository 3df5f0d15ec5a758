// A row of a list: it opens its item, has a menu, and may be renamed in place.

import { Ellipsis } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { IconButton } from './IconButton'
import { joinClasses } from './join-classes'
import { ContextMenu, Menu, type MenuItem } from './Menu'
import { bestMatch, entry } from './move-focus'
import { RenameField, type useRenaming } from './RenameField'

interface ListItemProps {
  readonly id: string
  readonly name: string
  /** Shown on hover, if it is more than the name. */
  readonly title?: string
  /** In front of the name and the lines below it. */
  readonly picture?: ReactNode
  readonly children: ReactNode
  readonly items: readonly MenuItem[]
  readonly isOpen: boolean
  /** Tab reaches this row; the arrow keys move to the others. */
  readonly isTabStop: boolean
  /** Enter in the search field opens it. */
  readonly isBest?: boolean
  readonly renaming?: ReturnType<typeof useRenaming> & {
    readonly label: string
    readonly onRename: (name: string) => void
  }
  readonly onOpen: () => void
  readonly onFocus: (id: string) => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

export function ListItem(props: ListItemProps) {
  const { id, name, title = name, picture, children, items, isOpen, isTabStop, isBest, renaming } = props
  if (renaming?.renaming) {
    const { label, onRename, endRenaming } = renaming
    return (
      <div className="flex h-12 items-center">
        <RenameField label={label} name={name} onRename={onRename} onDone={endRenaming} />
      </div>
    )
  }
  const tabIndex = isTabStop ? 0 : -1
  const label = `Actions for “${name}”`
  return (
    <ContextMenu label={label} items={items}>
      <div
        className={joinClasses(
          'group relative flex h-[calc(100%-2px)] min-h-12 items-center rounded-md pr-1.5 focus-within:bg-hover hover:bg-hover',
          isOpen && 'bg-hover',
        )}
      >
        <button
          ref={renaming?.returnFocus}
          type="button"
          {...entry}
          {...(isBest && bestMatch)}
          data-item={id}
          tabIndex={tabIndex}
          title={title}
          aria-current={isOpen ? 'true' : undefined}
          onFocus={() => props.onFocus(id)}
          onClick={props.onOpen}
          onDoubleClick={renaming?.startRenaming}
          onKeyDown={props.onKeyDown}
          className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-md pl-1.5 text-left focus-visible:outline-offset-[-2px]"
        >
          {picture}
          <span className="flex min-w-0 flex-1 flex-col">
            <span
              dir="auto"
              className={joinClasses('truncate', isOpen ? 'font-medium text-ink' : 'text-soft')}
            >
              {name}
            </span>
            {children}
          </span>
        </button>
        <RowMenuButton label={label} items={items} tabIndex={tabIndex} />
      </div>
    </ContextMenu>
  )
}

/** A line below the name, after the dot of running work. */
export function ListItemLine({ running, children }: { running?: string | false; children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-faint text-xs tabular-nums">
      {running && (
        <span
          role="img"
          aria-label={running}
          className="size-1.5 shrink-0 animate-breathe rounded-full bg-accent"
        />
      )}
      {children}
    </span>
  )
}

/** The row that Tab reaches: the one that had the focus last, else the open one, else the first. */
export function useTabStop(
  rows: readonly { readonly id: string }[],
  openId: string | null,
  last: string | null = null,
) {
  const [focused, setFocused] = useState(last)
  const find = (id: string | null) => rows.findIndex((row) => row.id === id)
  const tabStop = [find(focused), find(openId), 0].find((index) => index >= 0) ?? 0
  return { focused, setFocused, tabStop }
}

interface RowMenuButtonProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly tabIndex?: number
}

export function RowMenuButton({ label, items, tabIndex = 0 }: RowMenuButtonProps) {
  return (
    <span className="absolute inset-y-0 right-0 flex items-center rounded-md bg-hover px-0.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-data-[state=open]:opacity-100">
      <Menu
        label={label}
        trigger={<IconButton size="small" label={label} icon={Ellipsis} tabIndex={tabIndex} />}
        items={items}
      />
    </span>
  )
}
