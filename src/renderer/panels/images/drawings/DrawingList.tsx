// The list of drawings: search, open, create, rename and delete; next to the open one or in a drawer.
import { useQuery } from '@tanstack/react-query'
import { Menu, SquarePen } from 'lucide-react'
import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react'
import type { Conversation } from '#shared/schemas/chat'
import { conversationList } from '../../../api/conversation-list'
import { describeError } from '../../../api/describe-error'
import { Drawer } from '../../../components/Drawer'
import { IconButton } from '../../../components/IconButton'
import { ListRows, useListRows } from '../../../components/ListRows'
import { Skeleton } from '../../../components/Skeleton'
import { handleSearchedListKey } from '../../../components/searched-list-keys'
import { SearchInput } from '../../../components/TextInput'
import { useNow } from '../../../components/use-now'
import { clearInputs, saveInput, useDrafts } from '../../../state/draft-store'
import { useKeys } from '../../../state/keymap'
import { openDrawing, useNavigation } from '../../../state/navigation'
import { DrawingRow } from './DrawingRow'
import { describeDrawing, listDrawings, searchKey, useFoundDrawings } from './found-drawings'

/** Fewer drawings need no search. */
const minSearchable = 10

/** Memoized, because it does not depend on the open drawing. */
export const DrawingList = memo(function DrawingList() {
  const { data: conversations, error } = useQuery(conversationList)
  const drawings = useMemo(() => listDrawings(conversations ?? []), [conversations])
  const typed = useDrafts(({ texts }) => texts[searchKey] ?? '')
  // State instead of a ref, because the rows must render again once the element exists.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const search = useRef<HTMLInputElement>(null)
  const isSearchable = drawings.length > minSearchable || typed !== ''
  const pressKey = (event: KeyboardEvent) =>
    handleSearchedListKey(event, {
      search: search.current,
      list: scroller,
      query: typed,
      onClear: () => clearInputs(searchKey),
    })
  return (
    <nav
      aria-label="Sessions"
      {...(typed && { 'data-own-escape': '' })}
      onKeyDown={pressKey}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-frame"
    >
      <div className="flex h-11 shrink-0 items-center justify-between gap-1 pr-1 pl-2">
        {isSearchable ? (
          <SearchInput
            ref={search}
            data-panel-search
            aria-label="Search sessions"
            placeholder="Search"
            className="h-7.5"
            value={typed}
            onChange={(event) => saveInput(searchKey, event.target.value)}
          />
        ) : (
          <h2 className="pl-2 font-medium text-faint text-xs">Sessions</h2>
        )}
        <IconButton
          label="New session"
          icon={SquarePen}
          keys={useKeys('images.new')}
          onClick={() => openDrawing(null)}
        />
      </div>
      <div ref={setScroller} className="min-h-0 flex-1 overflow-y-auto pb-2 pl-2 [scrollbar-gutter:stable]">
        {error ? (
          <p className="px-2 py-1 text-danger text-sm">{describeError(error)}</p>
        ) : conversations ? (
          <DrawingRows drawings={drawings} scroller={scroller} />
        ) : (
          <Skeleton label="Loading sessions…" widths={['70%', '88%', '56%']} className="p-2" />
        )}
      </div>
    </nav>
  )
})

export function DrawingDrawer() {
  return (
    <Drawer label="Sessions" icon={Menu} closeOn={useNavigation.subscribe}>
      <DrawingList />
    </Drawer>
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
  const rows = useListRows(scroller, {
    count: shown.length,
    keyOf: (index) => shown[index]?.id ?? index,
    heightOf: () => rowHeight,
    // The row that Tab reaches, or that has the focus.
    activeRow: tabbable,
    overscan: 8,
  })
  if (error) return <p className="px-2 py-1 text-danger text-sm">{describeError(error)}</p>
  if (!found) return <Skeleton label="Searching…" widths={['70%', '88%', '56%']} className="p-2" />
  if (drawings.length === 0) {
    return <p className="px-2 py-1 text-faint text-sm">Your image sessions appear here.</p>
  }
  if (shown.length === 0) {
    return (
      <p role="status" className="px-2 py-1 text-faint text-sm">
        No results. All words must appear in the same prompt, response, or title.
      </p>
    )
  }
  return (
    <ListRows rows={rows} element="ul" label="All sessions">
      {(index) => {
        const drawing = shown[index]
        return (
          drawing && (
            <DrawingRow
              drawing={drawing}
              description={describeDrawing(drawing, now)}
              open={drawing.id === openId}
              tabbable={index === tabbable}
              best={index === 0}
              onFocus={setFocused}
            />
          )
        )
      }}
    </ListRows>
  )
}
