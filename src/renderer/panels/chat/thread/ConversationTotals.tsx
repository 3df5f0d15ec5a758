// The tokens that a conversation has used so far.
import { Tooltip } from '../../../components/Tooltip'
import { useChat } from '../../../state/live-chat'
import { listTotals } from './answer-stats'

export function ConversationTotals({ conversationId }: { conversationId: string }) {
  const totals = useChat(conversationId, (chat) => chat.totals)
  const stats = totals ? listTotals(totals) : []
  const all = stats.at(-1)
  if (!all) return null
  const summary = stats.map(({ name, value }) => `${name}: ${value}`).join(', ')
  return (
    <Tooltip label={`Over all branches. ${summary}.`}>
      <p
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the text of a tooltip must be reachable by keyboard.
        tabIndex={0}
        className="flex gap-3 whitespace-nowrap rounded-sm text-faint text-xs tabular-nums"
      >
        {all.value} in all
      </p>
    </Tooltip>
  )
}
