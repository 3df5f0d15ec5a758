// The chosen item's picture: pressed, it opens in large; dragged, it leaves the window as a file.
import { GripVertical } from 'lucide-react'
import type { LibraryItem } from '#shared/schemas/library'
import { dragPicture } from '../../../pictures/picture-actions'
import { isPicture, openItem } from '../actions/item-verbs'
import { ItemPicture } from '../items/ItemPicture'

/** The inspector's width, less its padding. */
const size = 255

export function Preview({ item }: { item: LibraryItem }) {
  if (!isPicture(item)) return null
  const canDrag = item.file !== 'missing'
  return (
    <div className="flex flex-col items-center gap-1">
      <button
        type="button"
        aria-label="View in large"
        draggable={canDrag}
        onDragStart={(event) => dragPicture(event, item)}
        onClick={() => openItem(item)}
        className="flex w-full items-center justify-center rounded-lg bg-sunken p-0"
        style={{ minHeight: 96 }}
      >
        <ItemPicture item={item} size={size} />
      </button>
      {canDrag && (
        // biome-ignore lint/a11y/noStaticElementInteractions: what it does has its keys in Save as and Copy.
        <span
          draggable
          onDragStart={(event) => dragPicture(event, item)}
          className="flex cursor-grab items-center gap-1 rounded-md px-1.5 text-faint text-sm leading-6 hover:bg-hover hover:text-ink"
        >
          <GripVertical size={14} aria-hidden="true" />
          Drag out
        </span>
      )}
    </div>
  )
}
