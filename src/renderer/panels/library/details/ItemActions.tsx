// The buttons for one item.
import { MoreHorizontal, RotateCcw, Star, Trash2 } from 'lucide-react'
import type { LibraryItem } from '#shared/schemas/library'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { keysOf } from '../../../state/keymap'
import { toggleStar } from '../../../state/stars'
import { deleteItems, restoreItems } from '../actions/item-actions'
import { listIconActions, listMainActions, listMoreActions } from '../actions/item-menu'
import { changeView } from '../library-view'

interface ItemActionsProps {
  readonly item: LibraryItem
  readonly isBin: boolean
  /** There is generation metadata. */
  readonly isKnown: boolean
}

export function ItemActions({ item, isBin, isKnown }: ItemActionsProps) {
  if (isBin) {
    return (
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => toastOutcome(restoreItems([item.id]))}>
          <RotateCcw size={14} aria-hidden="true" />
          Restore
        </Button>
        <Button variant="danger" onClick={() => changeView({ dialog: 'delete permanently' })}>
          Delete permanently…
        </Button>
      </div>
    )
  }
  const moreActions = listMoreActions(item)
  const { open, reuse } = listMainActions(item, isKnown)
  return (
    <div className="flex flex-col gap-1">
      <div className="flex gap-2">
        {open && (
          <Button variant="primary" className="flex-1" onClick={open.onSelect}>
            {open.name}
          </Button>
        )}
        {reuse && (
          <Button className="flex-1" disabled={reuse.disabled} onClick={reuse.onSelect}>
            {reuse.name}
          </Button>
        )}
      </div>
      <div className="-mx-1.5 flex justify-between gap-1">
        {listIconActions(item).map(({ name, icon, disabled, onSelect }) => (
          <IconButton key={name} label={name} icon={icon} disabled={disabled} onClick={onSelect} />
        ))}
        <IconButton
          label="Star"
          icon={Star}
          {...keysOf('library.star')}
          aria-pressed={item.starred}
          isFilled={item.starred}
          onClick={() => toastOutcome(toggleStar([item]))}
        />
        <IconButton
          label="Delete"
          icon={Trash2}
          {...keysOf('list.delete')}
          onClick={() => toastOutcome(deleteItems([item.id]))}
        />
        {moreActions.length > 0 && (
          <Menu
            label="More actions"
            trigger={<IconButton label="More actions" icon={MoreHorizontal} />}
            items={moreActions}
          />
        )}
      </div>
    </div>
  )
}
