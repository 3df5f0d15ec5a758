// Details and actions of the selected items; without a selection the shell shows no inspector.
import type { LibraryItem } from '#shared/schemas/library'
import { Button } from '../../../components/Button'
import { formatBytes } from '../../../components/format'
import { listSelectionActions } from '../actions/item-menu'
import { useSelectedItems } from '../actions/selection-actions'
import { countItems, sumBytes } from '../describe-item'
import { ItemPicture } from '../items/ItemPicture'
import { ItemDetails } from './ItemDetails'

export function LibraryInspector() {
  const { ids, items, isBin } = useSelectedItems()
  const [item] = items
  if (ids.length === 0) return null
  if (ids.length === 1) return item ? <ItemDetails key={item.id} item={item} isBin={isBin} /> : null
  return <ManyDetails ids={ids} items={items} isBin={isBin} />
}

interface ManyDetailsProps {
  readonly ids: readonly string[]
  /** Empty if there are too many to read. */
  readonly items: readonly LibraryItem[]
  readonly isBin: boolean
}

const maxPreviews = 9

function ManyDetails({ ids, items, isBin }: ManyDetailsProps) {
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="grid grid-cols-3 gap-2">
        {items.slice(0, maxPreviews).map((item) => (
          <span
            key={item.id}
            className="flex aspect-square items-center justify-center overflow-hidden rounded-md bg-sunken"
          >
            <ItemPicture item={item} size={78} alt={item.title} />
          </span>
        ))}
      </div>
      <p>
        {countItems(ids.length)}
        {items.length > 0 && <span className="text-faint"> · {formatBytes(sumBytes(items))}</span>}
      </p>
      <div className="flex flex-col items-stretch gap-1.5">
        {listSelectionActions({ ids, items, isBin }).map(({ name, icon: Icon, danger, onSelect }) => (
          <Button key={name} variant={danger ? 'danger' : isBin ? 'primary' : 'plain'} onClick={onSelect}>
            {Icon && <Icon size={14} aria-hidden="true" />}
            {name}
          </Button>
        ))}
      </div>
    </div>
  )
}
