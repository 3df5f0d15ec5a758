// One item in the grid: its picture in its own shape, its title below.
import { memo } from 'react'
import type { LibraryItem } from '#shared/schemas/library'
import { Badge } from '../../../components/Badge'
import { joinClasses } from '../../../components/join-classes'
import { describeBriefly, fileMarks } from '../describe-item'
import type { ToModelName } from '../use-model-names'
import { ItemOption } from './ItemOption'
import { ItemPicture } from './ItemPicture'

export interface ItemViewProps {
  readonly item: LibraryItem
  readonly index: number
  readonly total: number
  /** Of the picture, in pixels of the page. */
  readonly size: number
  readonly chosen: boolean
  /** The keyboard is here. */
  readonly isCursor: boolean
  readonly toModelName: ToModelName
}

export const GridCell = memo(function GridCell({ size, ...props }: ItemViewProps) {
  const { item, chosen, toModelName } = props
  const mark = fileMarks[item.file]
  return (
    <ItemOption {...props} className="flex min-w-0 flex-col gap-1 rounded-lg">
      <span
        className={joinClasses(
          'relative flex items-center justify-center rounded-lg',
          chosen ? 'bg-accent-wash outline-2 outline-accent' : 'group-hover/item:bg-hover',
        )}
        style={{ width: size, height: size }}
      >
        <ItemPicture item={item} size={size - 12} />
        {mark && (
          <span className="absolute top-2 left-2 flex rounded-sm bg-raised">
            <Badge tone="warn">{mark}</Badge>
          </span>
        )}
      </span>
      <span className="truncate px-1" title={item.title}>
        {item.title || 'Untitled'}
      </span>
      <span className="-mt-1 truncate px-1 text-faint text-xs">{describeBriefly(item, toModelName)}</span>
    </ItemOption>
  )
})
