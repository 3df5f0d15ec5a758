// One item as a cell of the grid or as a row of the list, and the head of the list.
import { ArrowDown, ArrowUp, Star } from 'lucide-react'
import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react'
import type { LibraryItem } from '#shared/schemas/library'
import { toastOutcome } from '../../../api/toast-outcome'
import { Badge } from '../../../components/Badge'
import { formatBytes, formatDay, formatMoment, formatTime } from '../../../components/format'
import { joinClasses } from '../../../components/join-classes'
import { toggleStar } from '../../../state/stars'
import {
  describeBriefly,
  describeExtent,
  describeItem,
  fileBadges,
  nameKind,
  type ToModelName,
  toRatio,
} from '../describe-item'
import type { Order } from '../filters/filters'
import { setOrder, useLibraryView } from '../library-view'
import { ItemPicture } from './ItemPicture'

interface ItemViewProps {
  readonly item: LibraryItem
  readonly index: number
  readonly total: number
  /** The space for the picture, in CSS pixels. */
  readonly width: number
  readonly height: number
  readonly selected: boolean
  /** Arrow keys move from here. */
  readonly isCursor: boolean
  readonly toModelName: ToModelName
}

export const GridCell = memo(function GridCell({ width, height, ...props }: ItemViewProps) {
  const { item, selected, toModelName } = props
  const badge = fileBadges[item.file]
  return (
    <ItemOption {...props} className="flex min-w-0 flex-col gap-1 rounded-lg" style={{ width }}>
      <span
        className={joinClasses(
          'relative flex items-center justify-center rounded-md',
          selected ? 'bg-accent-wash outline-2 outline-accent outline-offset-1' : 'group-hover/item:bg-hover',
        )}
        style={{ width, height }}
      >
        <ItemPicture item={item} size={fitInto({ width, height }, item)} />
        <StarMark item={item} className="absolute top-2 right-2 rounded-sm bg-raised p-0.5" />
        {badge && (
          <span className="absolute top-2 left-2 flex rounded-sm bg-raised">
            <Badge tone="warn">{badge}</Badge>
          </span>
        )}
        {item.isDemo && (
          <span className="absolute bottom-2 left-2 flex rounded-sm bg-raised">
            <Badge>Demo</Badge>
          </span>
        )}
      </span>
      <span dir="auto" className="truncate px-1" title={item.title}>
        {item.title || 'Untitled'}
      </span>
      <span className="-mt-1 truncate px-1 text-faint text-xs">{describeBriefly(item, toModelName)}</span>
    </ItemOption>
  )
})

/** Over the picture; without a star it shows while the pointer is over the item. The key is S. */
function StarMark({ item, className }: { item: LibraryItem; className: string }) {
  const { starred, deletedAt } = item
  const press = (event: MouseEvent) => {
    event.stopPropagation()
    toastOutcome(toggleStar([item]))
  }
  if (deletedAt !== null && !starred) return null
  return (
    // biome-ignore lint/a11y: hidden from screen readers; the key S, the menu and the details do the same.
    <span
      title={starred ? 'Remove star' : 'Add star'}
      onClick={press}
      onDoubleClick={(event) => event.stopPropagation()}
      className={joinClasses(
        'hover:text-accent',
        starred ? 'text-accent' : 'text-faint opacity-0 group-hover/item:opacity-100',
        className,
      )}
    >
      <Star size={14} aria-hidden="true" className={starred ? 'fill-current' : undefined} />
    </span>
  )
}

/** The longer side of the item's picture. */
function fitInto({ width, height }: { width: number; height: number }, item: LibraryItem): number {
  const ratio = toRatio(item)
  return Math.floor(Math.min(width / Math.min(1, ratio), height * Math.max(1, ratio)))
}

/** Columns are hidden if there is no space for them, the least important first. */
const listColumns =
  'grid grid-cols-[36px_minmax(0,1fr)_88px] @min-[560px]:grid-cols-[36px_minmax(0,1fr)_76px_72px_88px] @min-[720px]:grid-cols-[36px_minmax(0,3fr)_56px_minmax(0,1.4fr)_72px_88px] @min-[860px]:grid-cols-[36px_minmax(0,3fr)_56px_minmax(0,1.4fr)_92px_72px_88px] @min-[1000px]:grid-cols-[36px_minmax(240px,3fr)_76px_minmax(0,1.4fr)_92px_72px_88px_minmax(0,1fr)] items-center gap-3 px-2'
const columnClassNames = {
  kind: 'hidden @min-[560px]:block',
  model: 'hidden @min-[720px]:block',
  size: 'hidden @min-[860px]:block',
  bytes: 'hidden text-right @min-[560px]:block',
  tags: 'hidden @min-[1000px]:block',
} as const

const cellClassName = 'truncate text-soft text-sm tabular-nums'

/** Today, the time of the day. */
function formatWhen(at: number): string {
  const day = formatDay(at)
  return day === formatDay(Date.now()) ? formatTime(at) : day
}

export const ListRow = memo(function ListRow({ width, height: _, ...props }: ItemViewProps) {
  const { item, selected, toModelName } = props
  const { title, model, bytes, createdAt, deletedAt, tags, file } = item
  const badge = fileBadges[file]
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
        <ItemPicture item={item} size={width} />
      </span>
      <span className="flex min-w-0 items-center gap-2">
        <span dir="auto" className="truncate" title={title}>
          {title || 'Untitled'}
        </span>
        {badge && <Badge tone="warn">{badge}</Badge>}
        <StarMark item={item} className="ml-auto shrink-0" />
      </span>
      <span className={joinClasses(cellClassName, columnClassNames.kind)}>{nameKind(item)}</span>
      <span className={joinClasses(columnClassNames.model, 'text-soft text-sm')} title={model ?? undefined}>
        <span className="flex min-w-0">
          <span className="truncate">{model && toModelName(model)}</span>
          {item.isDemo && <span className="shrink-0 whitespace-pre">{model ? ' · Demo' : 'Demo'}</span>}
        </span>
      </span>
      <span className={joinClasses(cellClassName, columnClassNames.size)}>{describeExtent(item)}</span>
      <span className={joinClasses(cellClassName, columnClassNames.bytes)}>
        {bytes !== null && formatBytes(bytes)}
      </span>
      <span className={cellClassName} title={formatMoment(deletedAt ?? createdAt)}>
        {formatWhen(deletedAt ?? createdAt)}
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

/** The order that each column gives when it is clicked, and when it is clicked again. */
const columnOrders = {
  Title: ['title', 'title-descending'],
  Type: ['kind', 'kind-descending'],
  Model: ['model', 'model-descending'],
  Size: ['largest', 'smallest'],
  Date: ['newest', 'oldest'],
} as const satisfies Readonly<Record<string, readonly [Order, Order]>>

const ascending: readonly Order[] = ['oldest', 'smallest', 'title', 'kind', 'model']

export function ListHead() {
  const isBin = useLibraryView((state) => state.filters.bin)
  return (
    <div className="@container shrink-0 px-2 [scrollbar-gutter:stable] overflow-hidden">
      <div className={joinClasses(listColumns, 'h-7 text-faint text-xs')}>
        <span />
        <SortHead name="Title" />
        <SortHead name="Type" className={columnClassNames.kind} />
        <SortHead name="Model" className={columnClassNames.model} />
        <span className={columnClassNames.size}>Details</span>
        <SortHead name="Size" className={columnClassNames.bytes} />
        <SortHead name="Date" shown={isBin ? 'Deleted' : 'Date'} />
        <span className={columnClassNames.tags}>Tags</span>
      </div>
    </div>
  )
}

interface SortHeadProps {
  readonly name: keyof typeof columnOrders
  readonly shown?: string
  readonly className?: string
}

function SortHead({ name, shown = name, className }: SortHeadProps) {
  const order = useLibraryView((state) => state.order)
  const [first, second] = columnOrders[name]
  const isSorted = order === first || order === second
  const Arrow = ascending.includes(order) ? ArrowUp : ArrowDown
  return (
    <span className={joinClasses('min-w-0', className)}>
      <button
        type="button"
        aria-pressed={isSorted}
        title={`Sort by ${shown.toLowerCase()}`}
        onClick={() => setOrder(order === first ? second : first)}
        className={joinClasses(
          'inline-flex h-6 max-w-full items-center gap-1 rounded-sm hover:text-ink focus-visible:-outline-offset-2',
          isSorted && 'text-ink',
        )}
      >
        <span className="truncate">{shown}</span>
        {isSorted && <Arrow size={12} aria-hidden="true" className="shrink-0" />}
      </button>
    </span>
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
  readonly style?: CSSProperties
  readonly children: ReactNode
}

/** The list handles mouse and keys, and reads the data attributes. */
function ItemOption(props: ItemOptionProps) {
  const { item, index, total, selected, isCursor, toModelName, className, style, children } = props
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
      style={style}
      draggable={item.file !== 'missing'}
      className={joinClasses(
        'group/item',
        className,
        isCursor &&
          'group-focus-visible/items:outline-2 group-focus-visible/items:outline-accent group-focus-visible/items:outline-offset-1',
      )}
    >
      <span className="sr-only">{describeItem(item, toModelName)}</span>
      <span aria-hidden="true" className="contents">
        {children}
      </span>
    </div>
  )
}

export function toOptionId(id: string): string {
  return `item-${id}`
}
