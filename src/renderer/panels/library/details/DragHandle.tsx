// Where the item's file is taken by hand, to the desktop or into another application.
import { GripVertical } from 'lucide-react'
import type { LibraryItem } from '#shared/schemas/library'
import { dragPicture } from '../../../media-viewer/picture-actions'
import { toFileTitle } from '../describe-item'

export function DragHandle({ item }: { item: LibraryItem & { readonly media: string } }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what it does has its keys in Save as and Copy.
    <span
      draggable
      onDragStart={(event) => dragPicture(event, { media: item.media, title: toFileTitle(item) })}
      className="flex cursor-grab items-center gap-1 rounded-md px-1.5 text-faint text-sm leading-6 hover:bg-hover hover:text-ink"
    >
      <GripVertical size={14} aria-hidden="true" />
      Drag out
    </span>
  )
}
