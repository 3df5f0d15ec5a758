// The list of drawings: search, open, begin, rename and delete; beside the open one or in a drawer.
import { useQuery } from '@tanstack/react-query'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { Menu, SquarePen } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import type { Conversation } from '#shared/schemas/chat'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { Dialog } from '../../../components/Dialog'
import { IconButton } from '../../../components/IconButton'
import { Skeleton } from '../../../components/Skeleton'
import { handleSearchedListKey } from '../../../components/searched-list-keys'
import { SearchInput } from '../../../components/TextInput'
import { useNow } from '../../../components/use-now'
import { openDrawing, useNavigation } from '../../../state/navigation'
import { DrawingRow } from './DrawingRow'
import {
  describeDrawing,
  listDrawings,
  searchDrawings,
  useDrawingSearch,
  useFoundDrawings,
} from './found-drawings'

/** Fewer drawings need no search. */
const minSearchable = 10

/** Memoized, because it does not depend on the open drawing. */
export const DrawingList = memo(function DrawingList() {
  const { data: conversations, error } = useQuery(queries.conversations.list.queryOptions())
  const drawings = useMemo(() => listDrawings(conversations ?? []), [conversations])
  const typed = useDrawingSearch((state) => state.typed)
  // State instead of a ref, because the rows must render again once it exists.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const search = useRef<HTMLInputElement>(null)
  const isSearchable = drawings.length > minSearchable || typed !== ''
  const pressKey = (event: KeyboardEvent) =>
    handleSearchedListKey(event, {
      search: search.current,
      list: scroller,
      typed,
      onClear: () => searchDrawings(''),
    })
  return (
    <nav
      aria-label="Drawings"
      {...(typed && { 'data-own-escape': '' })}
      onKeyDown={pressKey}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-frame"
    >
      <div className="flex h-11 shrink-0 items-center justify-between gap-1 pr-1 pl-2">
        {isSearchable ? (
          <SearchInput
            ref={search}
            aria-label="Search drawings"
            placeholder="Search"
            className="h-7.5"
            value={typed}
            onChange={(event) => searchDrawings(event.target.value)}
          />
        ) : (
          <h2 className="pl-2 font-medium text-faint text-xs">Drawings</h2>
        )}
        <IconButton label="New drawing" icon={SquarePen} keys="mod+n" onClick={() => openDrawing(null)} />
      </div>
      <div ref={setScroller} className="min-h-0 flex-1 overflow-y-auto pb-2 pl-2 [scrollbar-gutter:stable]">
        {error ? (
          <p className="px-2 py-1 text-danger text-sm">{describeError(error)}</p>
        ) : conversations ? (
          <DrawingRows drawings={drawings} scroller={scroller} />
        ) : (
          <Skeleton label="Loading drawings" widths={['70%', '88%', '56%']} className="p-2" />
        )}
      </div>
    </nav>
  )
})

export function DrawingDrawer() {
  const [open, setOpen] = useState(false)
  // Closes when something is opened from it.
  useEffect(() => (open ? useNavigation.subscribe(() => setOpen(false)) : undefined), [open])
  return (
    <>
      <IconButton
        label="Drawings"
        icon={Menu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <Dialog open={open} onClose={() => setOpen(false)} title="Drawings" untitled size="drawer">
        <DrawingList />
      </Dialog>
    </>
  )
}

const rowHeight = 52
const none: readonly Conversation[] = []

interface DrawingRowsProps {
  readonly drawings: readonly Conversation[]
  readonly scroller: HTMLElement | null
}

function DrawingRows({ drawings, scroller }: DrawingRowsProps) {
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
    // The row that Tab reaches, or that has the focus, is rendered wherever the list is scrolled to.
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
