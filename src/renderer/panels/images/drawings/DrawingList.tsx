// The list of drawings: search, open, create, rename and delete; next to the open one or in a drawer.
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { Brush, Menu, Pencil, SquarePen, Trash2 } from 'lucide-react'
import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react'
import type { Conversation, SearchHit } from '#shared/schemas/chat'
import { conversationList } from '../../../api/conversation-list'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Drawer } from '../../../components/Drawer'
import { formatAge } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { ListItem, ListItemLine, useTabStop } from '../../../components/ListItem'
import { ListRows, useListRows } from '../../../components/ListRows'
import type { MenuItem } from '../../../components/Menu'
import { handleSearchedListKey } from '../../../components/move-focus'
import { useRenaming } from '../../../components/RenameField'
import { Skeleton } from '../../../components/Skeleton'
import { SearchInput } from '../../../components/TextInput'
import { useDebounced } from '../../../components/use-debounced'
import { useNow } from '../../../components/use-now'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import { deleteConversation } from '../../../state/chat-actions'
import { clearInputs, saveInput, useDrafts } from '../../../state/draft-store'
import { isCommandKey, keysOf, useKeys } from '../../../state/keymap'
import { openDrawing, useNavigation } from '../../../state/navigation'
import { toastUndo } from '../../../state/undo'

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
  const { setFocused, tabStop } = useTabStop(shown, openId)
  const rows = useListRows(scroller, {
    count: shown.length,
    keyOf: (index) => shown[index]?.id ?? index,
    heightOf: () => rowHeight,
    // The row that Tab reaches, or that has the focus.
    activeRow: tabStop,
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
              isOpen={drawing.id === openId}
              isTabStop={index === tabStop}
              isBest={index === 0}
              onFocus={setFocused}
            />
          )
        )
      }}
    </ListRows>
  )
}

interface DrawingRowProps {
  readonly drawing: Conversation
  readonly description: string
  readonly isOpen: boolean
  readonly isTabStop: boolean
  readonly isBest: boolean
  readonly onFocus: (drawingId: string) => void
}

const DrawingRow = memo(function DrawingRow({ drawing, description, ...row }: DrawingRowProps) {
  const renaming = useRenaming()
  const { id, title, running } = drawing
  const items: MenuItem[] = [
    { name: 'Rename', icon: Pencil, ...keysOf('list.rename'), onSelect: renaming.startRenaming },
    {
      name: 'Delete',
      icon: Trash2,
      danger: true,
      hasSeparator: true,
      onSelect: () => toastOutcome(remove(drawing)),
    },
  ]
  const rename = (typed: string) =>
    toastOutcome(desktop.conversations.rename({ conversationId: id, title: typed }))
  return (
    <ListItem
      {...row}
      id={id}
      name={title}
      items={items}
      picture={<Cover drawing={drawing} />}
      renaming={{ ...renaming, label: 'Title', onRename: rename }}
      onOpen={() => openDrawing(id)}
      onKeyDown={(event) => isCommandKey(event, 'list.rename') && renaming.startRenaming()}
    >
      <ListItemLine running={running && 'Generating'}>{description}</ListItemLine>
    </ListItem>
  )
})

function Cover({ drawing: { drawing } }: Pick<DrawingRowProps, 'drawing'>) {
  const frame =
    'flex size-9 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line'
  if (!drawing?.cover) {
    return (
      <span className={joinClasses(frame, 'bg-canvas text-faint')}>
        <Brush size={16} strokeWidth={1.5} aria-hidden="true" />
      </span>
    )
  }
  const { media, mimeType } = drawing.cover
  return (
    <span className={joinClasses(frame, 'bg-sunken')}>
      <Thumbnail media={media} mimeType={mimeType} alt="" size={36} />
    </span>
  )
}

async function remove({ id, title }: Conversation) {
  const restore = await deleteConversation(id)
  toastUndo(`“${title}” deleted`, restore)
}

const debounceMs = 120
const maxHits = 200

/** Of the search text. */
const searchKey = 'search of drawings'

/** Without a search, `found` is all drawings; undefined while the first search runs. */
function useFoundDrawings(drawings: readonly Conversation[]) {
  const query = useDrafts(({ texts }) => texts[searchKey]?.trim())
  const settled = useDebounced(query, debounceMs)
  const { data: hits, error } = useQuery({
    ...queries.conversations.search.queryOptions({
      input: settled ? { query: settled, kind: 'images', limit: maxHits } : skipToken,
    }),
    placeholderData: keepPreviousData,
    // A cached result would miss pictures drawn since then.
    staleTime: 0,
    gcTime: 30_000,
  })
  if (!query) return { found: drawings, error: null }
  return { found: hits && orderByHits(drawings, hits), error }
}

/** Best match first, each drawing once. */
export function orderByHits(
  drawings: readonly Conversation[],
  hits: readonly Pick<SearchHit, 'conversationId'>[],
): Conversation[] {
  const byId = new Map(drawings.map((drawing) => [drawing.id, drawing]))
  const found = new Set(hits.map(({ conversationId }) => conversationId))
  return [...found].flatMap((id) => byId.get(id) ?? [])
}

/** Newest first. */
export function listDrawings(conversations: readonly Conversation[]): Conversation[] {
  const drawings = conversations.filter(({ kind }) => kind === 'images')
  return drawings.sort((one, other) => other.updatedAt - one.updatedAt)
}

/** `3 steps · 5 min` */
function describeDrawing(
  { drawing, updatedAt }: Pick<Conversation, 'drawing' | 'updatedAt'>,
  now: number,
): string {
  const steps = drawing && (drawing.steps === 1 ? '1 step' : `${drawing.steps} steps`)
  return [steps, formatAge(updatedAt, now)].filter(Boolean).join(' · ')
}
