// The list of conversations: search, filter, open, select, arrange, import and export.
import { useQuery } from '@tanstack/react-query'
import {
  Check,
  Download,
  Ellipsis,
  FileInput,
  FolderInput,
  FolderPlus,
  Menu as MenuIcon,
  SquarePen,
  Tag,
  Trash2,
  X,
} from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import { conversationList } from '../../../api/conversation-list'
import { toastOutcome } from '../../../api/toast-outcome'
import { useFileDrop } from '../../../attachments/DropOverlay'
import { Chips } from '../../../components/Chips'
import { Dialog } from '../../../components/Dialog'
import { formatCount } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { lazyComponent } from '../../../components/lazy-component'
import { Menu } from '../../../components/Menu'
import { handleSearchedListKey } from '../../../components/move-focus'
import { Skeleton } from '../../../components/Skeleton'
import { SearchInput } from '../../../components/TextInput'
import { clearInputs, saveInput, useDrafts } from '../../../state/draft-store'
import { clearSearchFocus, useFocusRequests } from '../../../state/focus-requests'
import { keysOf, useKeys } from '../../../state/keymap'
import { openConversation, useNavigation } from '../../../state/navigation'
import { chooseImport, importDropped } from '../import/import-state'
import { ConversationRows } from './ConversationRows'
import { listTags } from './list-rows'
import { clearSelection, openListDialog, toggleTagFilter, useChatList } from './list-state'
import { createFolder, deleteConversations, exportConversations, focusListIfLost } from './organize'

/** Reads Markdown, which the start of the application should not wait for. */
const SearchHits = lazyComponent(
  async () => (await import('./SearchHits')).SearchHits,
  <Skeleton label="Searching…" widths={['70%', '88%', '56%']} className="p-2" />,
)

/** Does not render with the panel: it shows nothing of the open conversation. */
export const ConversationList = memo(function ConversationList() {
  const typed = useDrafts(({ texts }) => texts[searchKey] ?? '')
  const query = typed.trim()
  // State instead of a ref: the rows must render again once the element exists.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const search = useRef<HTMLInputElement>(null)
  const isDraggedOver =
    useFileDrop(search, (dropped) => toastOutcome(importDropped(dropped), 'Couldn’t import the file')) !==
    null
  const { data: conversations } = useQuery(conversationList)
  const known = useMemo(() => listTags(conversations ?? []), [conversations])
  const isSelecting = useChatList(({ selection }) => selection.ids.size > 0)
  const isSearchRequested = useFocusRequests(({ search }) => search === 'chat')
  useEffect(() => {
    if (!isSearchRequested) return
    clearSearchFocus()
    search.current?.select()
  }, [isSearchRequested])
  const pressKey = (event: KeyboardEvent) =>
    handleSearchedListKey(event, {
      search: search.current,
      list: scroller,
      query: typed,
      onClear: () => clearInputs(searchKey),
    })
  return (
    <nav
      aria-label="Chats"
      {...((typed || isSelecting) && { 'data-own-escape': '' })}
      onKeyDown={pressKey}
      className={joinClasses(
        'relative flex min-h-0 min-w-0 flex-1 flex-col bg-frame',
        isDraggedOver && 'outline-2 outline-accent -outline-offset-2',
      )}
    >
      <div className="flex items-center p-2 pr-1">
        <div className="mr-1 flex min-w-0 flex-1">
          <SearchInput
            ref={search}
            aria-label="Search chats"
            placeholder="Search"
            className="h-7.5"
            value={typed}
            onChange={(event) => saveInput(searchKey, event.target.value)}
          />
        </div>
        <TagFilterMenu known={known} />
        <IconButton
          label="New chat"
          icon={SquarePen}
          keys={useKeys('chat.new')}
          onClick={() => openConversation(null)}
        />
        <Menu
          label="More actions"
          trigger={<IconButton label="More actions" icon={Ellipsis} className="w-6" />}
          items={[
            {
              name: 'Import chats…',
              icon: FileInput,
              onSelect: () => toastOutcome(chooseImport(), 'Couldn’t import the file'),
            },
            { name: 'New folder', icon: FolderPlus, onSelect: () => toastOutcome(createFolder()) },
          ]}
        />
      </div>
      <TagFilterChips />
      {!query && <SelectionBar />}
      <div ref={setScroller} className="min-h-0 flex-1 overflow-y-auto pb-2 pl-2 [scrollbar-gutter:stable]">
        {query ? <SearchHits query={query} /> : <ConversationRows scroller={scroller} />}
      </div>
      {isDraggedOver && (
        <p className="absolute inset-x-2 bottom-2 rounded-md bg-accent-wash px-2 py-1 text-center text-accent text-sm">
          Drop files to import chats
        </p>
      )}
    </nav>
  )
})

/** The search text outlives the list, which is unmounted with the panel. */
const searchKey = 'search of chats'

/** In a narrow window, a button opens the list over the chat. */
export function ConversationDrawer() {
  const [open, setOpen] = useState(false)
  const isSearchRequested = useFocusRequests(({ search }) => search === 'chat')
  useEffect(() => {
    if (isSearchRequested) setOpen(true)
  }, [isSearchRequested])
  // Closes once the user has opened something from it.
  useEffect(() => (open ? useNavigation.subscribe(() => setOpen(false)) : undefined), [open])
  return (
    <>
      <IconButton
        label="Chats"
        icon={MenuIcon}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <Dialog open={open} onClose={() => setOpen(false)} title="Chats" untitled size="left-drawer">
        <ConversationList />
      </Dialog>
    </>
  )
}

/** Shown while conversations are selected. */
function SelectionBar() {
  const selected = useChatList(({ selection }) => selection.ids)
  if (selected.size === 0) return null
  const ids = [...selected]
  const clear = () => {
    clearSelection()
    focusListIfLost()
  }
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Elsewhere, Escape stops the running answer.
    event.stopPropagation()
    clear()
  }
  const actions = [
    { label: 'Move to folder…', icon: FolderInput, onClick: () => openListDialog('move', ids) },
    { label: 'Tags…', icon: Tag, onClick: () => openListDialog('tags', ids) },
    { label: 'Export…', icon: Download, onClick: () => toastOutcome(exportConversations(ids)) },
    {
      label: 'Delete',
      icon: Trash2,
      ...keysOf('list.delete'),
      onClick: () => toastOutcome(deleteConversations(ids)),
    },
    { label: 'Clear selection', icon: X, keys: 'escape', onClick: clear },
  ]
  return (
    <div
      role="toolbar"
      aria-label="Selected chats"
      onKeyDown={pressKey}
      className="flex items-center px-2 pb-1"
    >
      <p role="status" className="mr-auto truncate pl-1 text-faint text-sm tabular-nums">
        {formatCount(ids.length)} selected
      </p>
      {actions.map((action) => (
        <IconButton key={action.label} size="small" {...action} />
      ))}
    </div>
  )
}

/** Only once a conversation has a tag. */
function TagFilterMenu({ known }: { known: readonly string[] }) {
  const tags = useChatList((state) => state.tags)
  if (known.length === 0) return null
  return (
    <Menu
      label="Filter by tag"
      trigger={<IconButton label="Filter by tag" icon={Tag} className="w-7" />}
      items={known.map((tag) => ({
        name: tag,
        icon: tags.includes(tag) ? Check : Tag,
        checked: tags.includes(tag),
        onSelect: () => toggleTagFilter(tag),
      }))}
    />
  )
}

function TagFilterChips() {
  const tags = useChatList((state) => state.tags)
  if (tags.length === 0) return null
  return (
    <div className="flex px-2 pb-1">
      <Chips
        label="Filtered by tag"
        texts={tags}
        variant="accent"
        onRemove={(index) => toggleTagFilter(tags[index] ?? '')}
      />
    </div>
  )
}
