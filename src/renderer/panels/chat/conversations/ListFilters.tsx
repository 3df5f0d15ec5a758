// Above the list of conversations: the actions for the selected ones, and the tags that it is filtered by.
import { Check, Download, FolderInput, Tag, Trash2, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { toastOutcome } from '../../../api/toast-outcome'
import { Chips } from '../../../components/Chips'
import { formatCount } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { keysOf } from '../../../state/keymap'
import { clearSelection, openListDialog, toggleTagFilter, useChatList } from './list-state'
import { deleteConversations, exportConversations, focusListIfLost } from './organize'

/** Shown while conversations are selected. */
export function SelectionBar() {
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
export function TagFilterMenu({ known }: { known: readonly string[] }) {
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

export function TagFilterChips() {
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
