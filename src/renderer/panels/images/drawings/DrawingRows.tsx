// All drawings, newest first, or those that were found, of which only those in view exist.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useState } from 'react'
import type { Conversation } from '#shared/schemas/chat'
import { describeError } from '../../../api/describe-error'
import { Skeleton } from '../../../components/Skeleton'
import { useNow } from '../../../components/use-now'
import { useNavigation } from '../../../state/navigation'
import { DrawingRow } from './DrawingRow'
import { useFoundDrawings } from './found-drawings'
import { describeDrawing } from './list-drawings'

const rowHeight = 52
const none: readonly Conversation[] = []

interface DrawingRowsProps {
  readonly drawings: readonly Conversation[]
  readonly scroller: HTMLElement | null
}

export function DrawingRows({ drawings, scroller }: DrawingRowsProps) {
  const { found, error } = useFoundDrawings(drawings)
  const shown = found ?? none
  const openId = useNavigation((navigation) => navigation.drawingId)
  const now = useNow(30_000)
  const [focused, setFocused] = useState<string | null>(null)
  const find = (id: string | null) => shown.findIndex((drawing) => drawing.id === id)
  const tabbable = [find(focused), find(openId), 0].find((index) => index >= 0) ?? 0
  const list = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller,
    getItemKey: (index) => shown[index]?.id ?? index,
    estimateSize: () => rowHeight,
    overscan: 8,
    // The row that Tab reaches, or that has the focus, is there wherever the list is scrolled to.
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range)
      return seen.includes(tabbable) || shown.length === 0
        ? seen
        : [...seen, tabbable].sort((one, other) => one - other)
    },
  })
  if (error) return <p className="px-2 py-1 text-danger text-sm">{describeError(error)}</p>
  if (!found) return <Skeleton label="Searching" widths={['70%', '88%', '56%']} className="p-2" />
  if (drawings.length === 0) {
    return <p className="px-2 py-1 text-faint text-sm">Your drawings are kept here, with all their steps.</p>
  }
  if (shown.length === 0) {
    return (
      <p role="status" className="px-2 py-1 text-faint text-sm">
        No drawing holds these words. All of them must stand in one instruction or answer, or in a title.
      </p>
    )
  }
  return (
    <ul aria-label="All drawings" className="relative" style={{ height: list.getTotalSize() }}>
      {list.getVirtualItems().map(({ key, index, start, size }) => {
        const drawing = shown[index]
        return (
          <li
            key={key}
            className="absolute top-0 left-0 w-full"
            style={{ height: size, transform: `translateY(${start}px)` }}
          >
            {drawing && (
              <DrawingRow
                drawing={drawing}
                description={describeDrawing(drawing, now)}
                open={drawing.id === openId}
                tabbable={index === tabbable}
                best={index === 0}
                onFocus={setFocused}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
