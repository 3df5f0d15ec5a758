// The number of items and of selected ones, and the actions for those.
import { Columns2, Download, FileSearch, LayoutGrid, RotateCcw, Star, Tag, Trash2, X } from 'lucide-react'
import { toastOutcome } from '../../api/toast-outcome'
import { Button } from '../../components/Button'
import { formatCount } from '../../components/format'
import { IconButton } from '../../components/IconButton'
import { keysOf } from '../../state/keymap'
import { areStarred, toggleStar } from '../../state/stars'
import {
  deleteItems,
  exportItems,
  isPicture,
  locateItem,
  restoreFound,
  restoreItems,
} from './actions/item-actions'
import { itemSelection, useSelectedItems } from './actions/selection-actions'
import { countItems } from './describe-item'
import { changeView } from './library-view'

export function SelectionBar({ total }: { total: number }) {
  const { ids, items, isBin } = useSelectedItems()
  const isNone = ids.length === 0
  const [only] = ids.length === 1 ? items : []
  const hasFileProblem = only?.file === 'missing' || only?.file === 'changed'
  const [first, second] = items.filter(isPicture)
  const pair = ids.length === 2 && first && second ? ([first, second] as const) : null
  const actions = [
    {
      label: 'Compare',
      icon: Columns2,
      disabled: !pair,
      onClick: () => changeView({ compared: pair }),
    },
    {
      label: 'Star',
      icon: Star,
      ...keysOf('library.star'),
      isFilled: areStarred(items),
      onClick: () => toastOutcome(toggleStar(items, ids)),
    },
    { label: 'Boards…', icon: LayoutGrid, onClick: () => changeView({ dialog: 'boards' }) },
    { label: 'Tags…', icon: Tag, onClick: () => changeView({ dialog: 'tags' }) },
    { label: 'Export…', icon: Download, onClick: () => exportItems(ids) },
    {
      label: 'Delete',
      icon: Trash2,
      ...keysOf('list.delete'),
      onClick: () => toastOutcome(deleteItems(ids)),
    },
  ]
  return (
    <div className="flex h-9 shrink-0 items-center gap-1 border-line border-b px-4">
      <p role="status" className="mr-auto truncate text-faint text-sm tabular-nums">
        {isNone ? countItems(total) : `${formatCount(ids.length)} of ${countItems(total)} selected`}
      </p>
      {!isNone && (
        <IconButton
          size="small"
          label="Clear selection"
          icon={X}
          keys="escape"
          onClick={() => void itemSelection.enqueue(itemSelection.none)}
        />
      )}
      {isBin ? (
        <>
          <Button
            size="small"
            disabled={total === 0}
            onClick={() => toastOutcome(isNone ? restoreFound() : restoreItems(ids))}
          >
            <RotateCcw size={12} aria-hidden="true" />
            {isNone ? 'Restore all' : 'Restore'}
          </Button>
          {!isNone && (
            <Button
              size="small"
              variant="danger"
              onClick={() => changeView({ dialog: 'delete permanently' })}
            >
              Delete permanently…
            </Button>
          )}
          <Button
            size="small"
            variant="danger"
            disabled={total === 0}
            onClick={() => changeView({ dialog: 'empty bin' })}
          >
            Empty trash…
          </Button>
        </>
      ) : (
        <>
          {only && hasFileProblem && (
            <Button size="small" onClick={() => toastOutcome(locateItem(only))}>
              <FileSearch size={12} aria-hidden="true" />
              Locate…
            </Button>
          )}
          {actions.map((action) => (
            <IconButton key={action.label} size="small" disabled={isNone} {...action} />
          ))}
        </>
      )}
    </div>
  )
}
