// One item in the list: its picture in small and what is known of it, in columns.
import { memo } from 'react'
import { Badge } from '../../../components/Badge'
import { formatBytes, formatDay, formatMoment } from '../../../components/format'
import { joinClasses } from '../../../components/join-classes'
import { describeExtent, fileMarks } from '../describe-item'
import { kindNames } from '../kinds'
import type { ItemViewProps } from './GridCell'
import { ItemOption } from './ItemOption'
import { ItemPicture } from './ItemPicture'
import { useDrawing } from './use-drawing'

/** Columns go where there is no room for them, the least telling first. */
export const listColumns =
  'grid grid-cols-[36px_minmax(0,1fr)_84px] @min-[560px]:grid-cols-[36px_minmax(0,1fr)_88px_72px_84px] @min-[720px]:grid-cols-[36px_minmax(0,1fr)_88px_minmax(0,160px)_72px_84px] @min-[860px]:grid-cols-[36px_minmax(0,1fr)_88px_minmax(0,160px)_92px_72px_84px] @min-[1000px]:grid-cols-[36px_minmax(0,1fr)_88px_minmax(0,180px)_92px_72px_84px_minmax(0,160px)] items-center gap-3 px-2'
export const columnLooks = {
  kind: 'hidden @min-[560px]:block',
  model: 'hidden @min-[720px]:block',
  size: 'hidden @min-[860px]:block',
  bytes: 'hidden text-right @min-[560px]:block',
  tags: 'hidden @min-[1000px]:block',
} as const

const cell = 'truncate text-soft text-sm tabular-nums'

export const ListRow = memo(function ListRow({ size, ...props }: ItemViewProps) {
  const { item, chosen, toModelName } = props
  const { title, kind, model, bytes, createdAt, tags, file } = item
  const mark = fileMarks[file]
  const drawing = useDrawing(item)
  return (
    <ItemOption
      {...props}
      className={joinClasses(
        listColumns,
        'h-full rounded-md outline-offset-[-2px]!',
        chosen ? 'bg-accent-wash' : 'hover:bg-hover',
      )}
    >
      <span className="flex size-9 items-center justify-center">
        <ItemPicture item={item} size={size} />
      </span>
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate" title={title}>
          {title || 'Untitled'}
        </span>
        {mark && <Badge tone="warn">{mark}</Badge>}
      </span>
      <span className={joinClasses(cell, columnLooks.kind)}>{drawing ? 'Drawing' : kindNames[kind].one}</span>
      <span className={joinClasses(cell, columnLooks.model)} title={model ?? undefined}>
        {model && toModelName(model)}
      </span>
      <span className={joinClasses(cell, columnLooks.size)}>{describeExtent(item)}</span>
      <span className={joinClasses(cell, columnLooks.bytes)}>{bytes !== null && formatBytes(bytes)}</span>
      <span className={cell} title={formatMoment(createdAt)}>
        {formatDay(createdAt)}
      </span>
      <span className={joinClasses(cell, columnLooks.tags)} title={tags.join(', ') || undefined}>
        {tags.join(', ')}
      </span>
    </ItemOption>
  )
})
