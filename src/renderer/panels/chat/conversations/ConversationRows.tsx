// All conversations and their folders; only rows in view are rendered.
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Ellipsis, Folder, FolderOpen, Pencil, Trash2 } from 'lucide-react'
import { memo, useEffect, useMemo, useState } from 'react'
import type { Conversation, ConversationFolder } from '#shared/schemas/chat'
import { conversationList } from '../../../api/conversation-list'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { formatAge, formatCount } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { ListRows, useListRows } from '../../../components/ListRows'
import { dropRemoved } from '../../../components/list-selection'
import { Menu } from '../../../components/Menu'
import { entry } from '../../../components/move-focus'
import { RenameField, useRenaming } from '../../../components/RenameField'
import { Skeleton } from '../../../components/Skeleton'
import { useNow } from '../../../components/use-now'
import { isCommandKey, keysOf } from '../../../state/keymap'
import { useNavigation } from '../../../state/navigation'
import { ConversationRow } from './ConversationRow'
import { toListRows } from './list-rows'
import { setSelection, toggleFolder, useChatList } from './list-state'
import { deleteFolder } from './organize'
import { useListInput } from './use-list-input'

const rowHeight = 32
const headingHeight = 28
const noFolders: readonly ConversationFolder[] = []

export function ConversationRows({ scroller }: { scroller: HTMLElement | null }) {
  const { data: conversations, error } = useQuery(conversationList)
  const { data: folders = noFolders } = useQuery(queries.folders.list.queryOptions())
  const now = useNow(30_000)
  const collapsed = useChatList((state) => state.collapsed)
  const tags = useChatList((state) => state.tags)
  const selection = useChatList((state) => state.selection)
  // The groups change only at midnight.
  const today = new Date(now).setHours(12, 0, 0, 0)
  const chats = useMemo(() => (conversations ?? []).filter(isChat), [conversations])
  const rows = useMemo(
    () => toListRows(chats, { folders, collapsed, tags, now: today }),
    [chats, folders, collapsed, tags, today],
  )
  const order = useMemo(() => rows.flatMap((row) => (row.kind === 'conversation' ? [row.key] : [])), [rows])
  useSelectionOf(order, conversations !== undefined)
  const openId = useNavigation((navigation) => navigation.conversationId)
  const [focused, setFocused] = useState<string | null>(null)
  const find = (id: string | null) => rows.findIndex(({ key }) => key === id)
  const firstRow = rows.findIndex(({ kind }) => kind !== 'heading')
  const tabbable = [find(focused), find(openId), firstRow].find((index) => index >= 0) ?? -1
  const list = useListRows(scroller, {
    count: rows.length,
    keyOf: (index) => rows[index]?.key ?? index,
    heightOf: (index) => (rows[index]?.kind === 'heading' ? headingHeight : rowHeight),
    activeRow: tabbable,
    overscan: 12,
  })
  const { dropFolder, listeners } = useListInput({ order, folders, openId })
  if (error) return <p className="px-2 py-1 text-danger text-sm">{describeError(error)}</p>
  if (!conversations) {
    return <Skeleton label="Loading chats…" widths={['70%', '88%', '56%']} className="p-2" />
  }
  if (rows.length === 0) return tags.length > 0 ? <NoTagged /> : <NoChats />
  return (
    <div {...listeners}>
      <ListRows rows={list} element="ul" label="All chats">
        {(index) => {
          const row = rows[index]
          const isTabbable = index === tabbable
          switch (row?.kind) {
            case undefined:
              return null
            case 'heading':
              return (
                <h2 className="flex h-full items-center px-2 font-medium text-faint text-xs">{row.name}</h2>
              )
            case 'folder':
              return (
                <FolderRow
                  folder={row.folder}
                  count={row.count}
                  isOpen={row.isOpen}
                  isDropTarget={dropFolder === row.folder.id}
                  tabbable={isTabbable}
                  onFocus={setFocused}
                />
              )
            case 'conversation':
              return (
                <ConversationRow
                  conversation={row.conversation}
                  age={formatAge(row.conversation.updatedAt, now)}
                  open={row.key === openId}
                  tabbable={isTabbable}
                  onFocus={setFocused}
                  selected={selection.ids.has(row.key)}
                  selecting={selection.ids.size > 0}
                  isDropTarget={
                    dropFolder !== null && dropFolder !== '' && dropFolder === row.conversation.folderId
                  }
                />
              )
          }
        }}
      </ListRows>
    </div>
  )
}

/** Conversations that leave the list are no longer selected. */
function useSelectionOf(order: readonly string[], isLoaded: boolean) {
  useEffect(() => {
    const { selection } = useChatList.getState()
    const listed = new Set(order)
    const gone = new Set([...selection.ids].filter((id) => !listed.has(id)))
    if (isLoaded && gone.size > 0) setSelection(dropRemoved({ ...selection, cursor: null }, gone, order))
  }, [order, isLoaded])
}

function NoChats() {
  return (
    <p className="px-2 py-1 text-faint text-sm">
      No chats yet. Start one, or drop exported chats here to import them.
    </p>
  )
}

function NoTagged() {
  return (
    <div className="flex flex-col items-start gap-2 px-2 py-1">
      <p className="text-faint text-sm">No results</p>
      <Button size="small" onClick={() => useChatList.setState({ tags: [] })}>
        Clear filters
      </Button>
    </div>
  )
}

/** Drawings have their own list. */
function isChat({ kind }: Conversation): boolean {
  return kind === 'chat'
}

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

const FolderRow = memo(function FolderRow(props: FolderRowProps) {
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
