// The conversations: search them, begin one, open, rename and delete them.
import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Search, SquarePen } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { describeError } from '../../desktop/describe-error'
import { queries } from '../../desktop/desktop'
import { IconButton } from '../../kit/IconButton'
import { Skeleton } from '../../kit/Skeleton'
import { TextInput } from '../../kit/TextInput'
import { openConversation, useNavigation } from '../../session/navigation'
import { ConversationRow } from './ConversationRow'
import { filterConversations } from './filter-conversations'

const rowHeight = 32

export function ConversationList() {
  const { data: conversations, error } = useQuery(queries.conversations.list.queryOptions())
  const [query, setQuery] = useState('')
  const shown = filterConversations(conversations ?? [], useDeferredValue(query))
  const openId = useNavigation((navigation) => navigation.conversationId)
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => shown[index]?.id ?? index,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  return (
    <nav
      aria-label="Conversations"
      className="flex w-52 shrink-0 flex-col border-line border-r bg-frame min-[1200px]:w-60 min-[1900px]:w-72"
    >
      <div className="flex items-center gap-1 p-2">
        <div className="relative min-w-0 flex-1">
          <Search
            size={14}
            aria-hidden="true"
            className="pointer-events-none absolute top-2 left-2.5 text-faint"
          />
          <TextInput
            type="search"
            aria-label="Search conversations"
            placeholder="Search"
            className="h-7.5 pl-7.5"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
        <IconButton label="New chat" icon={SquarePen} keys="mod+n" onClick={() => openConversation(null)} />
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {error && <p className="px-2 py-1 text-danger text-sm">{describeError(error)}</p>}
        {!conversations && !error && (
          <Skeleton label="Loading conversations" widths={['70%', '88%', '56%']} className="p-2" />
        )}
        {conversations && shown.length === 0 && (
          <p className="px-2 py-1 text-faint text-sm">
            {query.trim() ? 'No title holds these words.' : 'Your conversations are kept here.'}
          </p>
        )}
        <ul className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ key, index, start }) => {
            const conversation = shown[index]
            return (
              <li
                key={key}
                className="absolute top-0 left-0 w-full"
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              >
                {conversation && (
                  <ConversationRow conversation={conversation} open={conversation.id === openId} />
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </nav>
  )
}
