// The boards and the saved searches beside the filters: open, create, rename, delete, and drop items on a board.
import { LayoutGrid, type LucideIcon, Pencil, Plus, Search, Trash2 } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import type { LibraryCollection, LibraryFacets } from '#shared/schemas/library'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { formatCount } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { ContextMenu, type MenuItem } from '../../../components/Menu'
import { RenameField, useRenaming } from '../../../components/RenameField'
import { RowMenuButton } from '../../../components/RowMenuButton'
import { isCommandKey, keysOf } from '../../../state/keymap'
import { afterNextFrame } from '../../../state/scheduling'
import { useLibraryView } from '../library-view'
import {
  createBoard,
  deleteCollection,
  dropOnBoard,
  isDraggingItems,
  isOpen,
  toggleCollection,
  useCollections,
} from './collections'

export function Boards({ counts }: { counts: LibraryFacets['boards'] }) {
  const boards = useCollections('board')
  const [isNaming, setNaming] = useState(false)
  const newBoard = useRef<HTMLButtonElement>(null)
  const endNaming = (byKey: boolean) => {
    setNaming(false)
    // Later: taking the focus from the field would save the name a second time.
    if (byKey) afterNextFrame(() => newBoard.current?.focus())
  }
  return (
    <div data-collections className="flex min-w-0 flex-col">
      <div className="flex h-6 items-center justify-between pl-2">
        <h3 className="font-medium text-faint text-xs">Boards</h3>
        <IconButton
          ref={newBoard}
          size="small"
          label="New board"
          icon={Plus}
          onClick={() => setNaming(true)}
        />
      </div>
      {isNaming && (
        <RenameField
          label="Board name"
          name=""
          onRename={(name) => toastOutcome(createBoard(name))}
          onDone={endNaming}
        />
      )}
      <ul aria-label="Boards" className="flex flex-col">
        {boards.map((board) => (
          <CollectionRow
            key={board.id}
            collection={board}
            icon={LayoutGrid}
            count={counts.find(({ value }) => value === board.id)?.count ?? 0}
          />
        ))}
      </ul>
    </div>
  )
}

export function SavedSearches() {
  const searches = useCollections('search')
  if (searches.length === 0) return null
  return (
    <div data-collections className="flex min-w-0 flex-col">
      <h3 className="pb-1 pl-2 font-medium text-faint text-xs">Saved searches</h3>
      <ul aria-label="Saved searches" className="flex flex-col">
        {searches.map((search) => (
          <CollectionRow key={search.id} collection={search} icon={Search} />
        ))}
      </ul>
    </div>
  )
}

interface CollectionRowProps {
  readonly collection: LibraryCollection
  readonly icon: LucideIcon
  readonly count?: number
}

function CollectionRow({ collection, icon: Icon, count }: CollectionRowProps) {
  const { id, name, kind } = collection
  const isShown = useLibraryView(({ filters }) => isOpen(collection, filters))
  const { renaming, startRenaming, endRenaming, returnFocus } = useRenaming()
  const [isTarget, setTarget] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const remove = () => {
    const { nextElementSibling, previousElementSibling } = row.current ?? {}
    const list = row.current?.closest('[data-collections]')
    toastOutcome(
      deleteCollection(collection, () => focusFirst(nextElementSibling, previousElementSibling, list)),
    )
  }
  const items: MenuItem[] = [
    { name: 'Rename', icon: Pencil, ...keysOf('list.rename'), onSelect: startRenaming },
    {
      name: 'Delete',
      icon: Trash2,
      danger: true,
      hasSeparator: true,
      onSelect: remove,
    },
  ]
  const dragOver = (event: DragEvent) => {
    if (kind !== 'board' || !isDraggingItems(event.dataTransfer)) return
    event.preventDefault()
    event.stopPropagation()
    setTarget(true)
  }
  const drop = (event: DragEvent) => {
    setTarget(false)
    if (kind !== 'board' || !isDraggingItems(event.dataTransfer)) return
    event.preventDefault()
    event.stopPropagation()
    dropOnBoard(collection, event.dataTransfer)
  }
  if (renaming) {
    return (
      <li>
        <RenameField
          label="Name"
          name={name}
          onRename={(typed) => toastOutcome(desktop.library.renameCollection({ id, name: typed }))}
          onDone={endRenaming}
        />
      </li>
    )
  }
  return (
    <ContextMenu label={`Actions for “${name}”`} items={items}>
      <li
        ref={row}
        className={joinClasses(
          'group relative flex h-7 items-center rounded-md hover:bg-hover',
          isShown && 'bg-hover',
          isTarget && 'outline-2 outline-accent',
        )}
        onDragOver={dragOver}
        onDragLeave={() => setTarget(false)}
        onDrop={drop}
      >
        <button
          ref={returnFocus}
          type="button"
          aria-pressed={isShown}
          title={name}
          onClick={() => toggleCollection(collection)}
          onDoubleClick={startRenaming}
          onKeyDown={(event) => isCommandKey(event, 'list.rename') && startRenaming()}
          className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-left focus-visible:outline-offset-[-2px]"
        >
          <Icon size={14} aria-hidden="true" className="shrink-0 text-faint" />
          <span
            dir="auto"
            className={joinClasses('min-w-0 flex-1 truncate', isShown ? 'font-medium text-ink' : 'text-soft')}
          >
            {name}
          </span>
          {count !== undefined && (
            <span className="pl-1 text-faint text-xs tabular-nums">{formatCount(count)}</span>
          )}
        </button>
        <RowMenuButton label={`Actions for “${name}”`} items={items} />
      </li>
    </ContextMenu>
  )
}

/** Focuses the button of the first element that is still in the page; else the search field. */
function focusFirst(...elements: readonly (Element | null | undefined)[]) {
  const parent = elements.find((element) => element?.isConnected)
  const target = parent?.querySelector('button') ?? document.querySelector('[data-library-search]')
  if (target instanceof HTMLElement) target.focus()
}
