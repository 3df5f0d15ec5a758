// A folder in the list of conversations: expand, rename and delete it.
import { ChevronRight, Ellipsis, Folder, FolderOpen, Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { ConversationFolder } from '#shared/schemas/chat'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { formatCount } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { Menu } from '../../../components/Menu'
import { entry } from '../../../components/move-focus'
import { RenameField, useRenaming } from '../../../components/RenameField'
import { isCommandKey, keysOf } from '../../../state/keymap'
import { toggleFolder, useChatList } from './list-state'
import { deleteFolder } from './organize'

interface FolderRowProps {
  readonly folder: ConversationFolder
  readonly count: number
  readonly isOpen: boolean
  /** A drop here would move the dragged conversations into it. */
  readonly isDropTarget: boolean
  readonly tabbable: boolean
  readonly onFocus: (key: string) => void
}

const maxNameLength = 60

export const FolderRow = memo(function FolderRow(props: FolderRowProps) {
  const { folder, count, isOpen, isDropTarget, tabbable, onFocus } = props
  const { id, name } = folder
  const { renaming, startRenaming, endRenaming, returnFocus } = useRenaming()
  // A new folder is named as soon as it is in the list.
  const isNew = useChatList((state) => state.renamedFolder === id)
  if (renaming || isNew) {
    return (
      <RenameField
        label="Folder name"
        name={name}
        maxLength={maxNameLength}
        onRename={(typed) => toastOutcome(desktop.folders.rename({ id, name: typed }))}
        onDone={(byKey) => {
          if (isNew) useChatList.setState({ renamedFolder: null })
          endRenaming(byKey)
        }}
      />
    )
  }
  const tabIndex = tabbable ? 0 : -1
  const menuLabel = `Actions for folder “${name}”`
  const Icon = isOpen ? FolderOpen : Folder
  return (
    <div
      data-folder={id}
      data-in-folder={id}
      className={joinClasses(
        'group flex h-8 items-center rounded-md pr-1 focus-within:bg-hover hover:bg-hover',
        isDropTarget && 'bg-accent-wash outline-2 outline-accent -outline-offset-2',
      )}
    >
      <button
        ref={returnFocus}
        type="button"
        {...entry}
        tabIndex={tabIndex}
        aria-expanded={isOpen}
        onFocus={() => onFocus(`folder ${id}`)}
        onClick={() => toggleFolder(id, !isOpen)}
        onKeyDown={(event) => isCommandKey(event, 'list.rename') && startRenaming()}
        className="flex h-full min-w-0 flex-1 items-center gap-1.5 rounded-md pl-1 text-left text-soft focus-visible:outline-offset-[-2px]"
      >
        <ChevronRight
          size={14}
          aria-hidden="true"
          className={joinClasses('shrink-0 text-faint transition-transform', isOpen && 'rotate-90')}
        />
        <Icon size={14} aria-hidden="true" className="shrink-0 text-faint" />
        <span dir="auto" className="truncate" title={name}>
          {name}
        </span>
      </button>
      <span className="grid shrink-0 items-center justify-items-end *:[grid-area:1/1]">
        <span className="px-1 text-faint text-xs tabular-nums group-focus-within:invisible group-hover:invisible group-has-data-[state=open]:invisible">
          {formatCount(count)}
        </span>
        <span className="flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-data-[state=open]:opacity-100">
          <Menu
            label={menuLabel}
            trigger={<IconButton size="small" label={menuLabel} icon={Ellipsis} tabIndex={tabIndex} />}
            items={[
              { name: 'Rename', icon: Pencil, ...keysOf('list.rename'), onSelect: startRenaming },
              {
                name: 'Delete',
                icon: Trash2,
                ...keysOf('list.delete'),
                danger: true,
                hasSeparator: true,
                onSelect: () => toastOutcome(deleteFolder(folder)),
              },
            ]}
          />
        </span>
      </span>
    </div>
  )
})
