// The header of the open chat: its title, its token total, and the menu of its actions.
import { useQuery } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { desktop, queries } from '../../api/desktop'
import { toastOutcome } from '../../api/toast-outcome'
import { IconButton } from '../../components/IconButton'
import { Menu } from '../../components/Menu'
import { PanelHeader } from '../../components/PanelHeader'
import { RenameField, useRenaming } from '../../components/RenameField'
import { Tooltip } from '../../components/Tooltip'
import { formatCost, usePrices } from '../../models/prices'
import { useChat } from '../../state/live-chat'
import { listConversationItems } from './conversations/conversation-menu'
import { describeTotalCost, listTotals } from './thread/answer-stats'
import { DeletedMessages } from './thread/DeletedMessages'

interface ChatHeaderProps {
  readonly conversationId: string
  /** A button before the title. */
  readonly lead: ReactNode
}

export function ChatHeader({ conversationId, lead }: ChatHeaderProps) {
  const title = useChat(conversationId, (chat) => chat.conversation?.title)
  const pinnedAt = useChat(conversationId, (chat) => chat.conversation?.pinnedAt ?? null)
  const { renaming, startRenaming, endRenaming, returnFocus } = useRenaming()
  const field = renaming && title !== undefined && (
    <RenameField
      label="Title of this chat"
      name={title}
      onRename={(typed) => toastOutcome(desktop.conversations.rename({ conversationId, title: typed }))}
      onDone={endRenaming}
    />
  )
  return (
    <PanelHeader title={title ?? 'Chat'} titleField={field || undefined} lead={lead}>
      <DeletedMessages conversationId={conversationId} />
      <ConversationTotals conversationId={conversationId} />
      {title !== undefined && !renaming && (
        <Menu
          label="Actions for chat"
          trigger={
            <IconButton ref={returnFocus} label="Actions for chat" icon={Ellipsis} className="-mr-2" />
          }
          items={listConversationItems({ id: conversationId, title, pinnedAt }, { onRename: startRenaming })}
        />
      )}
    </PanelHeader>
  )
}

/** The tokens that a conversation has used so far, and their cost. */
function ConversationTotals({ conversationId }: { conversationId: string }) {
  const totals = useChat(conversationId, (chat) => chat.totals)
  const stats = totals ? listTotals(totals) : []
  const all = stats.at(-1)
  const cost = useTotalCost(conversationId, all?.value)
  if (!all) return null
  const summary = [...stats, ...(cost ? [{ name: 'Cost', value: cost.text }] : [])]
    .map(({ name, value }) => `${name}: ${value}`)
    .join(', ')
  return (
    <Tooltip label={`Total across all branches. ${summary}.`}>
      <p
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a tooltip must be reachable by keyboard.
        tabIndex={0}
        className="flex gap-3 whitespace-nowrap rounded-sm text-faint text-xs tabular-nums"
      >
        {cost ? `${all.value}, ${cost.short} total` : `${all.value} total`}
      </p>
    </Tooltip>
  )
}

/** `tokens`: the total changes with each answer, and the cost is read again. */
function useTotalCost(conversationId: string, tokens: string | undefined) {
  const { currency, entries } = usePrices()
  const { queryKey, queryFn } = queries.chat.cost.queryOptions({ input: { conversationId } })
  const { data } = useQuery({
    queryKey: [...queryKey, tokens],
    queryFn,
    enabled: entries.length > 0 && tokens !== undefined,
  })
  const text = data && describeTotalCost(data, currency)
  if (!text || data.nanos === null || entries.length === 0) return null
  return { text, short: `${data.unknown > 0 ? '≥ ' : ''}${formatCost(data.nanos, currency)}` }
}
