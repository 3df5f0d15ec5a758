// The menu of a row, over its end while the row is hovered or has the focus; the row is a `group` and `relative`.
import { Ellipsis } from 'lucide-react'
import { IconButton } from './IconButton'
import { Menu, type MenuItem } from './Menu'

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
