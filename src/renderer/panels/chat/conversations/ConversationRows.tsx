// All conversations; only rows in view are rendered.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Conversation, ConversationFolder } from '#shared/schemas/chat'
import { conversationList } from '../../../api/conversation-list'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { formatAge } from '../../../components/format'
import { ListRows, useListRows } from '../../../components/ListRows'
import { dropRemoved } from '../../../components/list-selection'
import { Skeleton } from '../../../components/Skeleton'
import { useNow } from '../../../components/use-now'
import { useNavigation } from '../../../state/navigation'
import { ConversationRow } from './ConversationRow'
import { FolderRow } from './FolderRow'
import { toListRows } from './list-rows'
import { setSelection, useChatList } from './list-state'
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
