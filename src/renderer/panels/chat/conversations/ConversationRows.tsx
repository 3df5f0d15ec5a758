// All conversations; only rows in view are rendered.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Conversation } from '#shared/schemas/chat'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { formatAge } from '../../../components/format'
import { ListRows, useListRows } from '../../../components/ListRows'
import { Skeleton } from '../../../components/Skeleton'
import { useNow } from '../../../components/use-now'
import { useNavigation } from '../../../state/navigation'
import { ConversationRow } from './ConversationRow'
import { toListRows } from './list-rows'

const rowHeight = 32
const headingHeight = 28

export function ConversationRows({ scroller }: { scroller: HTMLElement | null }) {
  const { data: conversations, error } = useQuery(queries.conversations.list.queryOptions())
  const now = useNow(30_000)
  // The groups change only at midnight.
  const today = new Date(now).setHours(12, 0, 0, 0)
  const chats = useMemo(() => (conversations ?? []).filter(isChat), [conversations])
  const rows = useMemo(() => toListRows(chats, today), [chats, today])
  const openId = useNavigation((navigation) => navigation.conversationId)
  const [focused, setFocused] = useState<string | null>(null)
  const find = (id: string | null) => rows.findIndex(({ key }) => key === id)
  const firstRow = rows.findIndex(({ kind }) => kind === 'conversation')
  const tabbable = [find(focused), find(openId), firstRow].find((index) => index >= 0) ?? -1
  const list = useListRows(scroller, {
    count: rows.length,
    keyOf: (index) => rows[index]?.key ?? index,
    heightOf: (index) => (rows[index]?.kind === 'heading' ? headingHeight : rowHeight),
    activeRow: tabbable,
    overscan: 12,
  })
  if (error) return <p className="px-2 py-1 text-danger text-sm">{describeError(error)}</p>
  if (!conversations) {
    return <Skeleton label="Loading chats…" widths={['70%', '88%', '56%']} className="p-2" />
  }
  if (rows.length === 0) {
    return (
      <p className="px-2 py-1 text-faint text-sm">
        No chats yet. Start one, or drop an exported JSON file here to import it.
      </p>
    )
  }
  return (
    <ListRows rows={list} element="ul" label="All chats">
      {(index) => {
        const row = rows[index]
        if (row?.kind === 'heading') {
          return <h2 className="flex h-full items-center px-2 font-medium text-faint text-xs">{row.name}</h2>
        }
        return (
          row && (
            <ConversationRow
              conversation={row.conversation}
              age={formatAge(row.conversation.updatedAt, now)}
              open={row.key === openId}
              tabbable={index === tabbable}
              onFocus={setFocused}
            />
          )
        )
      }}
    </ListRows>
  )
}

/** Drawings have their own list. */
function isChat({ kind }: Conversation): boolean {
  return kind === 'chat'
}
