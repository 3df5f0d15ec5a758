// The header of the open chat: its title, its deleted messages, its token total, and the menu of its actions.
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, History } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { DeletedTurn } from '#shared/schemas/chat'
import { describeError } from '../../api/describe-error'
import { desktop, queries } from '../../api/desktop'
import { toastOutcome } from '../../api/toast-outcome'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { formatMoment, formatPlural } from '../../components/format'
import { IconButton } from '../../components/IconButton'
import { Menu } from '../../components/Menu'
import { Notice } from '../../components/Notice'
import { PanelHeader } from '../../components/PanelHeader'
import { RenameField, useRenaming } from '../../components/RenameField'
import { Tooltip } from '../../components/Tooltip'
import { formatCost, usePrices } from '../../models/prices'
import { focusPrompt } from '../../state/focus-requests'
import { useChat } from '../../state/live-chat'
import { listConversationItems } from './conversations/conversation-menu'
import { describeTotalCost, listTotals } from './thread/answer-stats'

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

function DeletedMessages({ conversationId }: { conversationId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  // Deleting and restoring change the branch that is shown.
  const length = useChat(conversationId, ({ branch }) => branch.length)
  const last = useChat(conversationId, ({ branch }) => branch.at(-1))
  const { data: turns = [], error } = useQuery({
    queryKey: ['deleted messages', conversationId, length, last],
    queryFn: () => desktop.chat.deletedTurns({ conversationId }),
    staleTime: 0,
  })
  if (turns.length === 0 && !error) return null
  return (
    <>
      <IconButton size="small" label="Deleted messages" icon={History} onClick={() => setIsOpen(true)} />
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Deleted messages"
        description="Restoring a message also restores what was deleted with it. They are kept until this chat or their image is deleted permanently."
      >
        {error && (
          <Notice tone="danger" title="Couldn’t load deleted messages">
            {describeError(error)}
          </Notice>
        )}
        <ul aria-label="Deleted messages" className="flex flex-col gap-1 px-5 pb-4">
          {turns.map((turn) => (
            <DeletedMessage
              key={turn.turnId}
              turn={turn}
              onRestore={() => {
                setIsOpen(false)
                const { turnId } = turn
                const restored = desktop.chat.restoreTurn({ conversationId, turnId }).then(focusPrompt)
                toastOutcome(
                  restored.then(() => (turn.role === 'user' ? 'Prompt restored' : 'Response restored')),
                )
              }}
            />
          ))}
        </ul>
      </Dialog>
    </>
  )
}

function DeletedMessage({ turn, onRestore }: { turn: DeletedTurn; onRestore: () => void }) {
  const { role, text, deletedAt, followers } = turn
  const facts = [
    role === 'user' ? 'Prompt' : 'Response',
    followers > 0 && `with ${formatPlural(followers, 'later message')}`,
    `deleted ${formatMoment(deletedAt)}`,
  ]
  return (
    <li className="flex items-center gap-3 rounded-lg border border-line px-3 py-2">
      <span className="flex min-w-0 flex-1 flex-col">
        <span dir="auto" className="line-clamp-2 [overflow-wrap:anywhere]">
          {text.trim() || 'No text'}
        </span>
        <span className="text-faint text-sm">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <Button size="small" onClick={onRestore}>
        Restore
      </Button>
    </li>
  )
}
