// One item as a cell of the grid or as a row of the list, and the head of the list.
import { memo, type ReactNode } from 'react'
import type { LibraryItem } from '#shared/schemas/library'
import { Badge } from '../../../components/Badge'
import { formatBytes, formatDay, formatMoment } from '../../../components/format'
import { joinClasses } from '../../../components/join-classes'
import { describeBriefly, describeExtent, describeItem, fileBadges, nameKind } from '../describe-item'
import { useLibraryView } from '../library-view'
import type { ToModelName } from '../use-model-names'
import { ItemPicture, useIsSession } from './ItemPicture'

interface ItemViewProps {
  readonly item: LibraryItem
  readonly index: number
  readonly total: number
  /** The side of the image, in CSS pixels. */
  readonly size: number
  readonly selected: boolean
  /** Arrow keys move from here. */
  readonly isCursor: boolean
  readonly toModelName: ToModelName
}

export const GridCell = memo(function GridCell({ size, ...props }: ItemViewProps) {
  const { item, selected, toModelName } = props
  const badge = fileBadges[item.file]
  const isSession = useIsSession(item)
  return (
    <ItemOption {...props} className="flex min-w-0 flex-col gap-1 rounded-lg">
      <span
        className={joinClasses(
          'relative flex items-center justify-center rounded-lg',
          selected ? 'bg-accent-wash outline-2 outline-accent' : 'group-hover/item:bg-hover',
        )}
        style={{ width: size, height: size }}
      >
        <ItemPicture item={item} size={size - 12} />
        {badge && (
          <span className="absolute top-2 left-2 flex rounded-sm bg-raised">
            <Badge tone="warn">{badge}</Badge>
          </span>
        )}
      </span>
      <span dir="auto" className="truncate px-1" title={item.title}>
        {item.title || 'Untitled'}
      </span>
      <span className="-mt-1 truncate px-1 text-faint text-xs">
        {describeBriefly(item, { toModelName, isSession })}
      </span>
    </ItemOption>
  )
})

/** Columns are hidden if there is no space for them, the least important first. */
const listColumns =
  'grid grid-cols-[36px_minmax(0,1fr)_84px] @min-[560px]:grid-cols-[36px_minmax(0,1fr)_88px_72px_84px] @min-[720px]:grid-cols-[36px_minmax(0,1fr)_88px_minmax(0,160px)_72px_84px] @min-[860px]:grid-cols-[36px_minmax(0,1fr)_88px_minmax(0,160px)_92px_72px_84px] @min-[1000px]:grid-cols-[36px_minmax(0,1fr)_88px_minmax(0,180px)_92px_72px_84px_minmax(0,160px)] items-center gap-3 px-2'
const columnClassNames = {
  kind: 'hidden @min-[560px]:block',
  model: 'hidden @min-[720px]:block',
  size: 'hidden @min-[860px]:block',
  bytes: 'hidden text-right @min-[560px]:block',
  tags: 'hidden @min-[1000px]:block',
} as const

const cellClassName = 'truncate text-soft text-sm tabular-nums'

export const ListRow = memo(function ListRow({ size, ...props }: ItemViewProps) {
  const { item, selected, toModelName } = props
  const { title, kind, model, bytes, createdAt, deletedAt, tags, file } = item
  const badge = fileBadges[file]
  const isSession = useIsSession(item)
  return (
    <ItemOption
      {...props}
      className={joinClasses(
        listColumns,
        'h-full rounded-md outline-offset-[-2px]!',
        selected ? 'bg-accent-wash' : 'hover:bg-hover',
      )}
    >
      <span className="flex size-9 items-center justify-center">
        <ItemPicture item={item} size={size} />
      </span>
      <span className="flex min-w-0 items-center gap-2">
        <span dir="auto" className="truncate" title={title}>
          {title || 'Untitled'}
        </span>
        {badge && <Badge tone="warn">{badge}</Badge>}
      </span>
      <span className={joinClasses(cellClassName, columnClassNames.kind)}>{nameKind(kind, isSession)}</span>
      <span className={joinClasses(cellClassName, columnClassNames.model)} title={model ?? undefined}>
        {model && toModelName(model)}
      </span>
      <span className={joinClasses(cellClassName, columnClassNames.size)}>{describeExtent(item)}</span>
      <span className={joinClasses(cellClassName, columnClassNames.bytes)}>
        {bytes !== null && formatBytes(bytes)}
      </span>
      <span className={cellClassName} title={formatMoment(deletedAt ?? createdAt)}>
        {formatDay(deletedAt ?? createdAt)}
      </span>
      <span
        className={joinClasses(cellClassName, columnClassNames.tags)}
        title={tags.join(', ') || undefined}
      >
        {tags.join(', ')}
      </span>
    </ItemOption>
  )
})

export function ListHead() {
  const isBin = useLibraryView((state) => state.filters.bin)
  return (
    <div className="@container shrink-0 px-2 [scrollbar-gutter:stable] overflow-hidden">
      <div aria-hidden="true" className={joinClasses(listColumns, 'h-7 text-faint text-xs')}>
        <span />
        <span>Title</span>
        <span className={columnClassNames.kind}>Type</span>
        <span className={columnClassNames.model}>Model</span>
        <span className={columnClassNames.size}>Details</span>
        <span className={columnClassNames.bytes}>Size</span>
        <span>{isBin ? 'Deleted' : 'Date'}</span>
        <span className={columnClassNames.tags}>Tags</span>
      </div>
    </div>
  )
}

interface ItemOptionProps {
  readonly item: LibraryItem
  readonly index: number
  readonly total: number
  readonly selected: boolean
  readonly isCursor: boolean
  readonly toModelName: ToModelName
  readonly className: string
  readonly children: ReactNode
}

/** The list handles mouse and keys, and reads the data attributes. */
function ItemOption(props: ItemOptionProps) {
  const { item, index, total, selected, isCursor, toModelName, className, children } = props
  const isSession = useIsSession(item)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and its active descendant is the active item.
    <div
      role="option"
      id={toOptionId(item.id)}
      aria-selected={selected}
      aria-setsize={total}
      aria-posinset={index + 1}
      data-index={index}
      data-id={item.id}
      draggable={item.media !== null && item.file !== 'missing'}
      className={joinClasses(
        'group/item',
        className,
        isCursor &&
          'group-focus-visible/items:outline-2 group-focus-visible/items:outline-accent group-focus-visible/items:outline-offset-1',
      )}
    >
      <span className="sr-only">{describeItem(item, { toModelName, isSession })}</span>
      <span aria-hidden="true" className="contents">
        {children}
      </span>
    </div>
  )
}

export function toOptionId(id: string): string {
  return `item-${id}`
}
