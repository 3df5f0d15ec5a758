// All drawings, newest first, of which only those in view exist.
import { useQuery } from '@tanstack/react-query'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useState } from 'react'
import { describeError } from '../../../desktop/describe-error'
import { queries } from '../../../desktop/desktop'
import { Skeleton } from '../../../kit/Skeleton'
import { useNavigation } from '../../../session/navigation'
import { DrawingRow } from './DrawingRow'
import { listDrawings } from './list-drawings'

const rowHeight = 52

export function DrawingRows({ scroller }: { scroller: HTMLElement | null }) {
  const { data: conversations, error } = useQuery(queries.conversations.list.queryOptions())
  const drawings = useMemo(() => listDrawings(conversations ?? []), [conversations])
  const openId = useNavigation((navigation) => navigation.drawingId)
  const [focused, setFocused] = useState<string | null>(null)
  const find = (id: string | null) => drawings.findIndex((drawing) => drawing.id === id)
  const tabbable = [find(focused), find(openId), 0].find((index) => index >= 0) ?? 0
  const list = useVirtualizer({
    count: drawings.length,
    getScrollElement: () => scroller,
    getItemKey: (index) => drawings[index]?.id ?? index,
    estimateSize: () => rowHeight,
    overscan: 8,
    // The row that Tab reaches, or that has the focus, is there wherever the list is scrolled to.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return shown.includes(tabbable) ? shown : [...shown, tabbable].sort((one, other) => one - other)
    },
  })
  if (error) return <p className="px-2 py-1 text-danger text-sm">{describeError(error)}</p>
  if (!conversations) {
    return <Skeleton label="Loading drawings" widths={['70%', '88%', '56%']} className="p-2" />
  }
  if (drawings.length === 0) {
    return <p className="px-2 py-1 text-faint text-sm">Your drawings are kept here, with all their steps.</p>
  }
  return (
    <ul aria-label="All drawings" className="relative" style={{ height: list.getTotalSize() }}>
      {list.getVirtualItems().map(({ key, index, start, size }) => {
        const drawing = drawings[index]
        return (
          <li
            key={key}
            className="absolute top-0 left-0 w-full"
            style={{ height: size, transform: `translateY(${start}px)` }}
          >
            {drawing && (
              <DrawingRow
                drawing={drawing}
                open={drawing.id === openId}
                tabbable={index === tabbable}
                onFocus={() => setFocused(drawing.id)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
